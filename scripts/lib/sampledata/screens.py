"""Drawn screenshots and graphics: phone apps, desktop windows, a logo, a chart. Only Pillow's own font is used."""

from PIL import Image, ImageDraw, ImageFont

PHONE, DESKTOP = (1170, 2532), (1280, 800)
LIGHT = dict(page=(255, 255, 255), soft=(238, 239, 243), ink=(22, 22, 26), faint=(138, 138, 146), line=(222, 222, 228))
DARK = dict(page=(14, 14, 18), soft=(44, 44, 50), ink=(242, 242, 246), faint=(140, 140, 150), line=(52, 52, 60))
BLUE, GREEN, RED, AMBER = (20, 122, 255), (48, 178, 96), (226, 58, 62), (244, 168, 48)


def font(size):
    return ImageFont.load_default(size)


def wrapped(pen, text, width, size):
    lines = [""]
    for word in text.split():
        longer = (lines[-1] + " " + word).strip()
        if pen.textlength(longer, font(size)) > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def phone(theme, clock, title):
    image = Image.new("RGB", PHONE, theme["page"])
    pen = ImageDraw.Draw(image)
    pen.text((90, 52), clock, fill=theme["ink"], font=font(50))
    for bar in range(4):
        pen.rectangle((850 + bar * 16, 92 - bar * 9, 860 + bar * 16, 100), fill=theme["ink"])
    pen.rounded_rectangle((1000, 60, 1080, 100), 12, outline=theme["ink"], width=4)
    pen.rectangle((1007, 67, 1058, 93), fill=theme["ink"])
    pen.text((60, 180), title, fill=theme["ink"], font=font(78))
    pen.line((0, 300, 1170, 300), fill=theme["line"], width=3)
    pen.rounded_rectangle((405, 2496, 765, 2508), 6, fill=theme["ink"])
    return image, pen


def chat(theme, clock, title, messages):
    """`messages`: pairs of (mine, text)."""
    image, pen = phone(theme, clock, title)
    y = 350
    for mine, text in messages:
        lines = wrapped(pen, text, 700, 46)
        width = max(pen.textlength(line, font(46)) for line in lines) + 80
        left = 1170 - 40 - width if mine else 40
        pen.rounded_rectangle((left, y, left + width, y + 62 * len(lines) + 46), 40, fill=BLUE if mine else theme["soft"])
        for i, line in enumerate(lines):
            pen.text((left + 40, y + 20 + 62 * i), line, fill=(255, 255, 255) if mine else theme["ink"], font=font(46))
        y += 62 * len(lines) + 46 + 34
    pen.rounded_rectangle((40, 2340, 1010, 2450), 54, outline=theme["line"], width=4)
    pen.text((90, 2366), "Message", fill=theme["faint"], font=font(46))
    pen.ellipse((1040, 2345, 1140, 2445), fill=BLUE)
    return image


def rows(theme, clock, title, entries):
    """`entries`: triples of (title, detail, colour of the round picture)."""
    image, pen = phone(theme, clock, title)
    for i, (head, detail, tone) in enumerate(entries):
        y = 330 + i * 190
        pen.ellipse((50, y + 20, 180, y + 150), fill=tone)
        pen.text((95, y + 48), head[:1], fill=(255, 255, 255), font=font(64))
        pen.text((220, y + 30), head, fill=theme["ink"], font=font(52))
        pen.text((220, y + 98), detail, fill=theme["faint"], font=font(42))
        pen.line((220, y + 184, 1170, y + 184), fill=theme["line"], width=3)
    return image


def switches(theme, clock, title, entries):
    """`entries`: pairs of (label, on)."""
    image, pen = phone(theme, clock, title)
    for i, (label, on) in enumerate(entries):
        y = 350 + i * 150
        pen.rounded_rectangle((40, y, 1130, y + 130), 30, fill=theme["soft"])
        pen.text((90, y + 36), label, fill=theme["ink"], font=font(48))
        pen.rounded_rectangle((960, y + 30, 1090, y + 100), 35, fill=GREEN if on else theme["line"])
        knob = 1055 if on else 995
        pen.ellipse((knob - 31, y + 34, knob + 31, y + 96), fill=(255, 255, 255))
    return image


def route_map(theme, clock, rng):
    image, pen = phone(theme, clock, "Way home")
    pen.rectangle((0, 303, 1170, 1980), fill=(232, 234, 226))
    pen.polygon([(0, 1500), (420, 1380), (800, 1560), (1170, 1440), (1170, 1980), (0, 1980)], fill=(170, 208, 236))
    for _ in range(7):
        x, y = rng.integers(0, 1000), rng.integers(320, 1250)
        pen.rectangle((x, y, x + rng.integers(90, 240), y + rng.integers(90, 240)), fill=(200, 226, 186))
    for i in range(8):
        pen.line((0, 380 + 170 * i, 1170, 330 + 170 * i + 60 * (i % 3)), fill=(255, 255, 255), width=22)
        pen.line((60 + 160 * i, 303, 20 + 165 * i, 1980), fill=(255, 255, 255), width=18)
    pen.line([(190, 1720), (230, 1250), (560, 1010), (600, 700), (980, 480)], fill=BLUE, width=20, joint="curve")
    pen.ellipse((940, 440, 1020, 520), fill=RED)
    pen.rectangle((0, 1980, 1170, 2470), fill=theme["page"])
    for i, line in enumerate(("24 min   3.1 km", "Left into Mill Lane in 200 m", "Then cross the bridge")):
        pen.text((60, 2030 + 110 * i), line, fill=theme["ink"] if i else GREEN, font=font(64 if not i else 50))
    return image


def window(theme, title, backdrop=(58, 82, 122)):
    image = Image.new("RGB", DESKTOP, backdrop)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, 1280, 30), fill=(24, 24, 28))
    pen.text((16, 7), "Activities", fill=(230, 230, 230), font=font(15))
    pen.text((600, 7), "3 Feb 10:11", fill=(230, 230, 230), font=font(15))
    pen.rounded_rectangle((60, 60, 1220, 770), 12, fill=theme["page"])
    pen.rounded_rectangle((60, 60, 1220, 100), 12, fill=theme["soft"])
    pen.text((580, 71), title, fill=theme["ink"], font=font(17))
    for i, tone in enumerate((RED, AMBER, GREEN)):
        pen.ellipse((78 + 24 * i, 73, 92 + 24 * i, 87), fill=tone)
    return image, pen


def text_window(theme, title, lines, accent=None, size=18):
    image, pen = window(theme, title)
    for i, line in enumerate(lines):
        tone = accent if accent and i % 3 == 0 else theme["ink"]
        pen.text((90, 122 + i * (size + 9)), line, fill=tone, font=font(size))
    return image


def table_window(theme, title, cells):
    image, pen = window(theme, title)
    for i, row in enumerate(cells):
        y = 110 + i * 36
        if i % 2 == 0:
            pen.rectangle((61, y, 1219, y + 36), fill=theme["soft"])
        for j, cell in enumerate(row):
            pen.text((90 + j * 280, y + 8), str(cell), fill=theme["ink"], font=font(18))
            pen.line((74 + j * 280, y, 74 + j * 280, y + 36), fill=theme["line"])
    return image


def logo(size=640):
    """A flat logo on a transparent ground."""
    image = Image.new("RGBA", (size * 2, size * 2), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    for i, tone in enumerate(((168, 85, 247), (120, 105, 247), (59, 130, 246))):
        inset = 80 + 150 * i
        pen.rounded_rectangle((inset, inset, size * 2 - inset, size * 2 - inset), 180 - 45 * i, fill=tone)
    pen.polygon([(520, 860), (640, 560), (760, 860)], fill=(255, 255, 255))
    return image.resize((size, size), Image.LANCZOS)


def chart():
    image = Image.new("RGB", (900, 600), (255, 255, 255))
    pen = ImageDraw.Draw(image)
    pen.text((300, 24), "Rain by month, mm", fill=(30, 30, 30), font=font(30))
    for i, value in enumerate((62, 48, 55, 41, 70, 84, 90, 77, 58, 66, 72, 69)):
        pen.rectangle((80 + i * 65, 520 - value * 4, 125 + i * 65, 520), fill=BLUE)
        pen.text((92 + i * 65, 532), "JFMAMJJASOND"[i], fill=(60, 60, 60), font=font(22))
    pen.line((70, 520, 870, 520), fill=(60, 60, 60), width=3)
    return image
