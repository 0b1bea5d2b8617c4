"""Draws the screens of a cast as an animated picture. Needs pillow."""

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 9, 18
GROUND, TEXT = (15, 15, 23), (220, 220, 235)
# A frame for each so many seconds at most: a slide of 220 ms has a few, and the file stays small.
STEP = 0.066
FONTS = [
    "/usr/share/fonts/truetype/dejavu/DejaVuSansMono{bold}.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansMono-{weight}.ttf",
]
# Blocks by the part of the cell that they fill: left, top, right, bottom in eighths.
BLOCKS = {0x2580: [(0, 0, 8, 4)], 0x2588: [(0, 0, 8, 8)], 0x2590: [(4, 0, 8, 8)], 0x2594: [(0, 0, 8, 1)],
          0x2595: [(7, 0, 8, 8)]}
BLOCKS.update({0x2580 + n: [(0, 8 - n, 8, 8)] for n in range(1, 8)})
BLOCKS.update({0x2588 + n: [(0, 0, 8 - n, 8)] for n in range(1, 8)})
UPPER_LEFT, UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT = (0, 0, 4, 4), (4, 0, 8, 4), (0, 4, 4, 8), (4, 4, 8, 8)
BLOCKS.update({
    0x2596: [LOWER_LEFT], 0x2597: [LOWER_RIGHT], 0x2598: [UPPER_LEFT], 0x2599: [UPPER_LEFT, LOWER_LEFT, LOWER_RIGHT],
    0x259A: [UPPER_LEFT, LOWER_RIGHT], 0x259B: [UPPER_LEFT, UPPER_RIGHT, LOWER_LEFT],
    0x259C: [UPPER_LEFT, UPPER_RIGHT, LOWER_RIGHT], 0x259D: [UPPER_RIGHT], 0x259E: [UPPER_RIGHT, LOWER_LEFT],
    0x259F: [UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT],
})

# Sextants: two by three; the left and the right half have characters of their own.
THIRDS = [(0, 0, 4, 8 / 3), (4, 0, 8, 8 / 3), (0, 8 / 3, 4, 16 / 3), (4, 8 / 3, 8, 16 / 3), (0, 16 / 3, 4, 8),
          (4, 16 / 3, 8, 8)]
for bits in (bits for bits in range(1, 63) if bits not in (21, 42)):
    BLOCKS[0x1FB00 + bits - 1 - (bits > 21) - (bits > 42)] = [THIRDS[place] for place in range(6) if bits >> place & 1]
# Braille: column and row of each of its eight dots, in the order of their bits.
DOTS = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
for bits in range(1, 256):
    BLOCKS[0x2800 + bits] = [
        (1 + 4 * x, 2 * y, 3 + 4 * x, 2 * y + 1) for place, (x, y) in enumerate(DOTS) if bits >> place & 1]


def font(bold):
    for name in FONTS:
        try:
            return ImageFont.truetype(
                name.format(bold="-Bold" if bold else "", weight="Bold" if bold else "Regular"), 15)
        except OSError:
            continue
    return ImageFont.load_default()


def color(name, standard):
    if name == "default":
        return standard
    try:
        return tuple(int(name[i:i + 2], 16) for i in (0, 2, 4))
    except ValueError:
        return standard


def draw_screen(screen, columns, rows, fonts):
    picture = Image.new("RGB", (columns * WIDTH, rows * HEIGHT), GROUND)
    pen = ImageDraw.Draw(picture)
    for row in range(rows):
        for column in range(columns):
            cell = screen.buffer[row][column]
            ink, ground = color(cell.fg, TEXT), color(cell.bg, GROUND)
            if cell.reverse:
                ink, ground = ground, ink
            x, y = column * WIDTH, row * HEIGHT
            if ground != GROUND:
                pen.rectangle((x, y, x + WIDTH - 1, y + HEIGHT - 1), fill=ground)
            code = ord(cell.data[0]) if cell.data else 32
            if code in BLOCKS:
                for left, top, right, bottom in BLOCKS[code]:
                    pen.rectangle(
                        (x + round(left * WIDTH / 8), y + round(top * HEIGHT / 8), x + round(right * WIDTH / 8) - 1,
                         y + round(bottom * HEIGHT / 8) - 1), fill=ink)
            elif code != 32:
                pen.text((x, y), cell.data, font=fonts[bool(cell.bold)], fill=ink)
    return picture


def draw_cast(screens, columns, rows, path, leaves_frames):
    fonts = {bold: font(bold) for bold in (False, True)}
    pictures, moments = [], []
    for moment, screen in screens:
        if moments and moment - moments[-1] < STEP:
            # It belongs to the frame before, so that the end of a movement is not lost.
            pictures[-1] = draw_screen(screen, columns, rows, fonts)
            continue
        pictures.append(draw_screen(screen, columns, rows, fonts))
        moments.append(moment)
    durations = [max(20, int((b - a) * 1000)) for a, b in zip(moments, moments[1:])] + [2500]
    pictures[0].save(
        path, save_all=True, append_images=pictures[1:], duration=durations, loop=0, quality=60, method=4,
        minimize_size=False, allow_mixed=True)
    if leaves_frames:
        for number in range(0, len(pictures), max(1, len(pictures) // 12)):
            pictures[number].save(path.with_name(f"frame-{number:03}.png"))
    print(f"make-demo: {len(pictures)} frames, {sum(durations) / 1000:.0f} s, {path.stat().st_size / 1e6:.2f} MB")
