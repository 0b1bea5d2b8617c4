"""Writes pictures as phones write HEICs: a grid of tiles beside a thumbnail and Exif: phone_heic.py TARGET PICTURE…

heif-enc writes no grid, so its boxes (ISO/IEC 23008-12) are written here over tiles that libheif encodes. Needs Pillow and
pillow_heif. What TARGET has already stays.
"""

import io
import multiprocessing
import struct
import sys
from pathlib import Path

import pillow_heif
from PIL import Image, ImageFilter

TILE = 512
THUMBNAIL = 320


def box(kind, content):
    return struct.pack(">I4s", 8 + len(content), kind) + content


def full(kind, content, version=0, flags=0):
    return box(kind, struct.pack(">I", version << 24 | flags) + content)


def boxes(data, start, end):
    while start + 8 <= end:
        length, kind = struct.unpack(">I4s", data[start : start + 8])
        yield kind, data[start : start + length], start + 8, start + length
        start += length


def coded(picture, quality):
    """The hvcC box and the data of a picture of one item."""
    file = io.BytesIO()
    # Without what the photo says of itself, which would come behind the data.
    picture = picture.copy()
    picture.info = {}
    heif = pillow_heif.from_pillow(picture)
    heif.save(file, quality=quality, chroma=420, save_nclx_profile=False, enc_params={"preset": "ultrafast"})
    data = file.getvalue()
    start = data.index(b"hvcC") - 4
    configuration = data[start : start + int.from_bytes(data[start : start + 4], "big")]
    return configuration, next(whole[8:] for kind, whole, _, _ in boxes(data, 0, len(data)) if kind == b"mdat")


def encoded(picture, quality, tile=TILE):
    """The tiles of an RGB picture row by row, and its thumbnail: (size, hvcC box, data) of each."""
    columns, rows = -(-picture.width // tile), -(-picture.height // tile)
    padded = Image.new("RGB", (columns * tile, rows * tile))
    # The last pixel goes on, as cameras pad: an edge there would be one of the picture's.
    padded.paste(picture.resize(padded.size, Image.NEAREST, (picture.width - 1, picture.height - 1, picture.width, picture.height)))
    padded.paste(picture.crop((picture.width - 1, 0, picture.width, picture.height)).resize((padded.width, picture.height)))
    padded.paste(picture.crop((0, picture.height - 1, picture.width, picture.height)).resize((picture.width, padded.height)))
    padded.paste(picture)
    # Even, as the encoder makes it.
    scale = THUMBNAIL / max(picture.size)
    small = picture.resize([max(64, 2 * round(length * scale / 2)) for length in picture.size], Image.LANCZOS)
    places = [(x * tile, y * tile) for y in range(rows) for x in range(columns)]
    parts = [padded.crop((x, y, x + tile, y + tile)) for x, y in places] + [small]
    return [(part.size, *coded(part, quality)) for part in parts]


def phone_heic(size, parts, exif):
    """Of a picture of a size that was encoded so; its Exif without an orientation that would turn it."""
    tiles = len(parts) - 1
    columns = -(-size[0] // parts[0][0][0])
    items, properties = [], []

    def number(written):
        if written not in properties:
            properties.append(written)
        return properties.index(written) + 1

    def extent(size):
        return full(b"ispe", struct.pack(">II", *size))

    said = []
    for index, (part, configuration, data) in enumerate(parts):
        items.append(data)
        said.append(struct.pack(">HBBB", index + 1, 2, 0x80 | number(configuration), number(extent(part))))
    grid = len(parts) + 1
    said.append(struct.pack(">HBB", grid, 1, number(extent(size))))
    kinds = [b"hvc1"] * len(parts) + [b"grid"]
    references = reference(b"dimg", grid, range(1, tiles + 1)) + reference(b"thmb", len(parts), [grid])
    if exif:
        items.append(b"\0\0\0\6" + (exif if exif.startswith(b"Exif\0\0") else b"Exif\0\0" + exif))
        kinds.append(b"Exif")
        references += reference(b"cdsc", grid + 1, [grid])
    layout = bytes([0, 0, tiles // columns - 1, columns - 1]) + struct.pack(">HH", *size)
    names = b"".join(
        full(b"infe", struct.pack(">HH4s", index + 1, 0, kind) + b"\0", 2, int(kind != b"grid"))
        for index, kind in enumerate(kinds))
    head = box(b"ftyp", b"heic\0\0\0\0mif1heic")

    def meta(offset):
        entries = struct.pack(">HHHHII", grid, 1, 0, 1, 0, len(layout))
        for index, data in enumerate(items):
            item = index + 1 if index < len(parts) else index + 2
            entries += struct.pack(">HHHHII", item, 0, 0, 1, offset, len(data))
            offset += len(data)
        handler = full(b"hdlr", b"\0\0\0\0pict" + bytes(13))
        return full(b"meta", handler + full(b"pitm", struct.pack(">H", grid))
                    + full(b"iloc", struct.pack(">HH", 0x4400, len(items) + 1) + entries, 1)
                    + full(b"iinf", struct.pack(">H", len(kinds)) + names) + full(b"iref", references)
                    + box(b"iprp", box(b"ipco", b"".join(properties)) + full(b"ipma", struct.pack(">I", len(said)) + b"".join(said)))
                    + box(b"idat", layout))

    return head + meta(len(head) + len(meta(0)) + 8) + box(b"mdat", b"".join(items))


def reference(kind, item, to):
    return box(kind, struct.pack(">HH", item, len(to)) + b"".join(struct.pack(">H", other) for other in to))


def enlarged(pixels, side):
    """To that side, and as sharp at half of it as the photo was at its own: a phone's photo has no less detail."""

    def resized(picture, side):
        scale = side / max(picture.size)
        return picture.resize([round(length * scale) for length in picture.size], Image.LANCZOS)

    radius = max(1, side / 2 / max(pixels.size))
    return resized(resized(pixels, side // 2).filter(ImageFilter.UnsharpMask(radius, 200, 0)), side)


def write(task):
    source, target, quality, camera, side, tile = task
    with Image.open(source) as picture:
        exif = picture.getexif()
        # Stored upright: a phone turns by a box, and what is tried here is the reading of tiles.
        turned = {3: 180, 6: 270, 8: 90}.get(exif.pop(0x0112, 1))
        pixels = (picture.rotate(turned, expand=True) if turned else picture).convert("RGB")
    if side:
        pixels = enlarged(pixels, side)
    if 0x0110 not in exif:
        exif[0x010F], exif[0x0110] = "Deckle", camera
    part = target.with_suffix(".part")
    part.write_bytes(phone_heic(pixels.size, encoded(pixels, quality, tile), exif.tobytes()))
    part.rename(target)


def write_all(pairs, quality, camera, side=None, tile=TILE, processes=2):
    """Pairs of a picture and the HEIC that is made of it.

    camera: who is to have taken them, where nobody is named; side: the longer one, to which they are enlarged and sharpened.
    """
    tasks = [(source, target, quality, camera, side, tile) for source, target in pairs if not target.exists()]
    with multiprocessing.Pool(processes) as pool:
        for _ in pool.imap_unordered(write, tasks, 4):
            pass


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    write_all([(Path(name), folder / (Path(name).stem + ".heic")) for name in sys.argv[2:]], 80, "Phone")
