"""What a camera does to a scene: noise, focus, shake, exposure, and the EXIF data it writes."""

import io

import numpy as np
from PIL import Image, ImageFilter
from PIL.TiffImagePlugin import IFDRational

#: Make, model, lens, focal length in mm, aperture. The names are real so that the samples read like a family's
#: folders; the values are invented.
CAMERAS = {
    "canon": ("Canon", "Canon PowerShot G7 X Mark II", None, 8.8, 4.0),
    "iphone": ("Apple", "iPhone 13", "iPhone 13 back dual wide camera 5.1mm f/1.6", 5.1, 1.6),
    "galaxy": ("samsung", "SM-G991B", None, 5.4, 1.8),
    "nikon": ("NIKON CORPORATION", "NIKON D60", None, 35.0, 5.6),
}


def developed(image, rng, noise=1.6, vignette=0.12):
    """The scene as a sensor sees it: darker corners and a little noise."""
    values = np.asarray(image.convert("RGB"), np.float32)
    height, width = values.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    values = values * (1 - vignette * (x * x + y * y) / 2)[..., None]
    luma = rng.standard_normal((height, width, 1)) * noise
    chroma = rng.standard_normal((height, width, 3)) * noise * 0.5
    return Image.fromarray(np.clip(values + luma + chroma, 0, 255).astype(np.uint8))


def framed(image, size, dx=0, dy=0, turn=0.0):
    """A frame of `size` cut from a larger scene, moved and turned a little: the hand between two shots."""
    if turn:
        image = image.rotate(turn, Image.BICUBIC)
    left, top = (image.width - size[0]) // 2 + dx, (image.height - size[1]) // 2 + dy
    return image.crop((left, top, left + size[0], top + size[1]))


def enlarged(image, long_side):
    factor = long_side / max(image.size)
    return image.convert("RGB").resize((round(image.width * factor), round(image.height * factor)), Image.LANCZOS)


def defocused(image, radius):
    return image.filter(ImageFilter.GaussianBlur(radius))


def shaken(image, length, angle):
    """Motion blur: the mean of the picture along a line of `length` pixels."""
    values = np.asarray(image, np.float32)
    total = np.zeros_like(values)
    steps = np.linspace(-length / 2, length / 2, int(length) + 1)
    for step in steps:
        total += np.roll(values, (round(step * np.sin(angle)), round(step * np.cos(angle))), (0, 1))
    margin = int(length / 2) + 1
    return Image.fromarray((total / len(steps)).astype(np.uint8)[margin:-margin, margin:-margin])


def exposed(image, stops):
    linear = (np.asarray(image, np.float32) / 255) ** 2.2 * 2.0**stops
    return Image.fromarray((np.clip(linear, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8))


def exif(camera, when, orientation=1, seconds=1 / 250, iso=100, bias=0.0):
    """`when` as "2023-07-14 10:12:13"."""
    make, model, lens, focal, aperture = CAMERAS[camera]
    stamp = when.replace("-", ":")
    data = Image.Exif()
    data[0x010F], data[0x0110], data[0x0112] = make, model, orientation
    data[0x0132] = stamp
    detail = data.get_ifd(0x8769)
    detail[0x829A] = IFDRational(1, round(1 / seconds)) if seconds < 1 else IFDRational(round(seconds * 10), 10)
    detail[0x829D] = IFDRational(round(aperture * 10), 10)
    detail[0x8827] = iso
    detail[0x9003] = detail[0x9004] = stamp
    detail[0x9011] = "+02:00"
    detail[0x9204] = IFDRational(round(bias * 10), 10)
    detail[0x920A] = IFDRational(round(focal * 10), 10)
    if lens:
        detail[0xA434] = lens
    return data


#: How the stored pixels are turned, for each EXIF orientation, so that the picture stands upright when shown.
STORED = {
    1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE, 8: Image.Transpose.ROTATE_270,
}


def jpeg(image, exif_data=None, quality=84, **options):
    """JPEG bytes; `exif_data` may carry an orientation, and the pixels are stored turned to match."""
    if exif_data is not None:
        turn = STORED[exif_data.get(0x0112, 1)]
        image = image if turn is None else image.transpose(turn)
        options["exif"] = exif_data
    out = io.BytesIO()
    image.save(out, "JPEG", quality=quality, **options)
    return out.getvalue()


def png(image, **options):
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True, **options)
    return out.getvalue()


def without_exif(data):
    """The same JPEG without its APP1 segments: other bytes, the same pixels."""
    out, at = bytearray(data[:2]), 2
    while data[at + 1] != 0xDA:
        length = 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if data[at + 1] != 0xE1:
            out += data[at : at + length]
        at += length
    return bytes(out + data[at:])
