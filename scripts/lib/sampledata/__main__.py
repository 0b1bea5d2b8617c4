"""Writes the sample library: python3 sampledata PHOTOGRAPHS OUT (see scripts/make-sampledata)."""

import csv
import io
import shutil
import sys
import unicodedata
from pathlib import Path

import numpy as np
from PIL import Image, ImageEnhance

import camera
import closeups
import scenes
import screens
from readme import PHOTOGRAPHS, write_readme

GENERATED = "generated"


def opened(data):
    """The picture in these JPEG bytes."""
    return Image.open(io.BytesIO(data)).convert("RGB")


def seeded(number):
    return np.random.Generator(np.random.PCG64([20240514, number]))


class Album:
    """Collects the files with what is known about each, and writes them."""

    def __init__(self, photographs, out):
        self.photographs, self.out, self.rows = photographs, out, []

    def photograph(self, name):
        return Image.open(self.photographs / PHOTOGRAPHS[name].file).convert("RGB")

    def add(self, path, data, origin, shows, group="", relation="", blurry="no", screenshot="no"):
        """`group` names a set of copies or similar shots; `blurry` is yes, no, or unreadable."""
        target = self.out / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with open(target, "xb") as file:
            file.write(data)
        self.rows.append(dict(file=path, bytes=len(data), origin=origin, shows=shows, set=group, relation=relation, blurry=blurry, screenshot=screenshot))
        return data


def summer(album):
    """A holiday on a compact camera: the originals of most sets."""
    def shot(name, image, when, shows, seed=0, noise=1.6, quality=84, origin=GENERATED, group="", relation="", blurry="no", **facts):
        options = {k: facts.pop(k) for k in ("progressive", "subsampling") if k in facts}
        data = camera.jpeg(camera.developed(image, seeded(900 + seed), noise), camera.exif("canon", when, **facts), quality, **options)
        return album.add(f"2023 Summer/{name}", data, origin, shows, group, relation, blurry)

    peaks = scenes.mountains(seeded(1))
    kept = {"peaks": shot("IMG_2101.JPG", peaks, "2023-07-14 10:12:13", "Mountains, sharp", 1, group="peaks", relation="original")}
    shot("IMG_2102.JPG", camera.defocused(peaks, 5), "2023-07-14 10:12:19", "The same mountains, out of focus", 2, group="peaks", relation="similar", blurry="yes")

    for i, (dx, dy, turn) in enumerate(((0, 0, 0), (6, -3, 0.3), (-5, 4, -0.2), (9, 6, 0.4))):
        frame = camera.framed(scenes.balloons(seeded(2), (1000, 750), i / 3), (960, 720), dx, dy, turn)
        shot(f"IMG_211{i}.JPG", frame, f"2023-07-15 07:30:0{i + 1}", f"Balloons, shot {i + 1} of a burst of 4, one second apart", 10 + i, group="balloons", relation="similar")

    for i, place in enumerate((0.34, 0.37)):
        image = scenes.sea(seeded(3), boat=place)
        data = shot(f"IMG_212{i}.JPG", image, f"2023-07-15 20:51:{14 + 3 * i}", "Sunset at sea" + (", three seconds later: the boat moved" if i else ""), 20 + i, group="sunset", relation="similar")
        kept.setdefault("sunset", data)
    album.add("2023 Summer/IMG_2120.xmp", XMP.encode(), GENERATED, "Sidecar of IMG_2120.JPG: goes along with it", "sunset", "sidecar")

    field = scenes.meadow(seeded(4), (1000, 750))
    kept["field"] = shot("IMG_2130.JPG", camera.framed(field, (960, 720)), "2023-07-16 14:02:40", "Poppies, sharp", 30, group="poppies", relation="original", progressive=True)
    shot("IMG_2131.JPG", camera.shaken(field, 22, 0.5), "2023-07-16 14:02:52", "Poppies, camera shake", 31, group="poppies", relation="similar", blurry="yes", seconds=1 / 15)

    tower = scenes.sea(seeded(5), sky=("#3f78c0", "#a8cdea", "#f0e6d4"), deep="#1d4a66", sun=0.2, tower=True)
    for i, stops in enumerate((0, -2, 2)):
        shot(f"IMG_214{i}.JPG", camera.exposed(tower, stops), f"2023-07-17 11:00:0{i + 1}", f"Lighthouse, exposure bracket {stops:+d} EV", 40 + i, group="bracket", relation="similar", bias=stops, seconds=2.0**stops / 250)

    wall = scenes.facade(seeded(6), (720, 960), brick=album.photograph("brick"), wall="#b8674a")
    kept["wall"] = shot("IMG_2150.JPG", wall, "2023-07-18 09:15:00", "Brick front, upright, stored turned (orientation 6)", 50, orientation=6, origin="generated with brick", group="brick front", relation="original")
    kept["fog"] = shot("IMG_2160.JPG", scenes.fog_tree(seeded(7)), "2023-07-19 06:40:10", "Tree in fog: little texture, sharp", 60, noise=0.8)
    kept["pebbles"] = shot("IMG_2165.JPG", closeups.pebbles(seeded(8), (880, 660)), "2023-07-19 16:20:10", "Pebbles", 65, quality=80, group="pebbles", relation="original")
    kept["forest"] = shot("IMG_2166.JPG", scenes.forest(seeded(9), (880, 660)), "2023-07-20 11:20:10", "Forest", 66, quality=78, group="forest", relation="original")

    wide = scenes.mountains(seeded(10), (1500, 640), sky=("#5a5fa8", "#d79a9a", "#f7d6a8"), haze="#c9b6c4", rock="#4a4350")
    for i in range(3):
        part = wide.crop((i * 330, 0, i * 330 + 840, 640))
        shot(f"IMG_218{i}.JPG", part, f"2023-07-21 20:30:1{i * 3}", f"Panorama, part {i + 1} of 3, overlapping", 80 + i, group="panorama", relation="similar")
    return kept


def phone(album):
    """A phone: night, bokeh, a cat in a burst, edits."""
    def shot(name, image, when, shows, seed=0, noise=1.8, origin=GENERATED, group="", relation="", blurry="no", **facts):
        data = camera.jpeg(camera.developed(image, seeded(500 + seed), noise), camera.exif("iphone", when, **facts), 83)
        return album.add(f"Phone/{name}", data, origin, shows, group, relation, blurry)

    city = scenes.night_city(seeded(20), (1000, 750))
    for i, (dx, dy, turn) in enumerate(((0, 0, 0), (-11, 5, 0.6))):
        shot(f"IMG_000{i + 1}.JPG", camera.framed(city, (960, 720), dx, dy, turn), f"2024-02-10 22:1{i}:30", "City at night" + (", a minute later, hand-held" if i else ""), i, 3.0, group="city", relation="similar", iso=1600, seconds=1 / 20)
    kept = {"dandelion": shot("IMG_0003.JPG", closeups.dandelion(seeded(21)), "2024-05-04 15:30:00", "Dandelion before lights out of focus: sharp where it counts", 3)}
    birthday = closeups.cake(seeded(22))
    shot("IMG_0004.JPG", birthday, "2024-03-02 18:00:05", "Birthday cake, sharp", 4, group="cake", relation="original", iso=640)
    shot("IMG_0005.JPG", camera.shaken(birthday, 26, 1.1), "2024-03-02 18:00:07", "Birthday cake, moved", 5, group="cake", relation="similar", blurry="yes", iso=640, seconds=1 / 8)

    cat = camera.enlarged(album.photograph("chelsea"), 720)
    for i, (dx, dy) in enumerate(((0, 0), (7, -4), (-6, 3))):
        frame = camera.framed(cat, (640, 448), dx, dy)
        frame = camera.defocused(frame, 4) if i == 1 else frame
        shot(f"IMG_000{6 + i}.JPG", frame, f"2024-04-01 09:00:0{i + 1}", f"Cat, shot {i + 1} of a burst of 3" + (", out of focus" if i == 1 else ""), 6 + i, origin="chelsea", group="cat", relation="similar", blurry="yes" if i == 1 else "no", orientation=(1, 1, 3)[i])

    shot("IMG_0010.JPG", scenes.stars(seeded(23)), "2024-08-12 23:40:00", "Stars over a forest: dark, sharp", 10, 2.5, iso=3200, seconds=10)
    shot("IMG_0011.JPG", scenes.moon(seeded(24)), "2024-08-19 22:05:00", "The moon on black: sharp", 11, 0.8)
    shot("IMG_0012.JPG", scenes.stars(seeded(25), aurora=True), "2024-10-10 23:10:00", "Northern lights: soft light, sharp stars", 12, 2.5, iso=3200, seconds=4)
    coffee = album.photograph("coffee")
    kept["coffee"] = shot("IMG_0014.JPG", coffee, "2024-04-20 10:31:00", "Coffee", 14, 0.6, origin="coffee", group="coffee", relation="original", orientation=8)
    edited = ImageEnhance.Brightness(coffee.crop((40, 20, 560, 380))).enhance(1.25)
    shot("IMG_E0014.JPG", edited, "2024-04-20 10:31:00", "The coffee, edited: cropped and brighter", 15, 0.3, origin="coffee", group="coffee", relation="edited")
    shot("IMG_0015.JPG", camera.defocused(camera.enlarged(coffee, 800), 7), "2024-04-20 10:31:09", "The coffee, focus missed", 16, origin="coffee", group="coffee", relation="similar", blurry="yes")
    shot("IMG_0016.JPG", scenes.facade(seeded(26), (800, 600)), "2024-06-01 12:00:00", "Yellow house", 17)
    sun = closeups.sunflower(seeded(27), (800, 600))
    kept["sunflower"] = shot("IMG_0017.JPG", sun, "2024-08-01 12:00:00", "Sunflower", 18, group="sunflower", relation="original")
    post = scenes.facade(seeded(28), (512, 384), wall="#7fa3c4", shutter="#7a2f3b")
    for turn in range(1, 9):
        data = camera.jpeg(post, camera.exif("iphone", f"2024-06-02 12:00:0{turn}", turn), 82)
        album.add(f"Phone/Turned/orientation {turn}.jpg", data, GENERATED, f"Blue house stored with EXIF orientation {turn}: upright, all eight are the same picture", "orientations", "edited" if turn > 1 else "original")
    return kept


TALK = [(False, "Are we still on for Saturday?"), (True, "Yes! Ten at the station"), (False, "Great. I will bring the tent, can you take the stove and something for breakfast?"), (True, "Sure. Weather looks fine, 22 degrees and hardly any wind"), (False, "Then see you there"), (True, "Do not forget the map this time"), (False, "That was one time :)"), (True, "One time and a very long walk")]
TRIP = [(True, "Did you find the blue folder?"), (False, "Not yet, looking in the attic now"), (True, "It has the old letters in it"), (False, "Found two boxes with photos, hundreds of them"), (False, "Half of them twice"), (True, "Then let us sort them on Sunday")]
MAIL = [("Anna", "Tickets for the museum", (200, 84, 120)), ("Bicycle shop", "Your bike is ready", (60, 130, 200)), ("Carlos", "Re: Recipe for the soup", (80, 160, 90)), ("Dentist", "Appointment on 14 March", (150, 110, 200)), ("Emil", "Photos from the lake", (220, 140, 50)), ("Florist", "Order 2291 on its way", (90, 170, 170)), ("Grandma", "Can you help with my computer?", (190, 90, 60)), ("Harbour tours", "Timetable for summer", (70, 90, 170)), ("Ines", "Minutes of Tuesday", (140, 140, 60)), ("Jonas", "Hello from Lisbon", (170, 70, 150))]
SETTINGS = [("Airplane mode", False), ("Wi-Fi", True), ("Bluetooth", True), ("Mobile data", True), ("Hotspot", False), ("Do not disturb", False), ("Dark appearance", True), ("Automatic brightness", True), ("Night light", False), ("Location", True), ("Battery saver", False)]
CODE = ["def days_until(birthday, today):", "    next_one = birthday.replace(year=today.year)", "    if next_one < today:", "        next_one = birthday.replace(year=today.year + 1)", "    return (next_one - today).days", "", "class Calendar:", "    def __init__(self, people):", "        self.people = sorted(people, key=lambda p: p.birthday)", "", "    def upcoming(self, today, within=30):", "        for person in self.people:", "            if days_until(person.birthday, today) <= within:", "                yield person"]
SHELL = ["$ ls", "album  backup  letters  notes.txt  scans", "$ du -sh *", "1.2G    album", "1.2G    backup", "340K    letters", "4.0K    notes.txt", "88M     scans", "$ df -h .", "Filesystem      Size  Used Avail Use% Mounted on", "/dev/sda2       458G  431G  4.1G  99% /", "$ echo 'time to clean up'", "time to clean up"]
XMP = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="5" xmp:Label="Green"/>
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>
"""


def screenshots(album):
    def add(path, data, shows, group="", relation="", screenshot="yes"):
        return album.add(path, data, GENERATED, shows, group, relation, screenshot=screenshot)

    talk = screens.chat(screens.LIGHT, "9:15", "Mira", TALK)
    first = add("Phone/Screenshots/Screenshot_20240312-091500.png", camera.png(talk), "Chat, light", "chat", "original")
    add("Phone/Screenshots/Screenshot_20240312-091500 (1).png", first, "Exact copy of the chat", "chat", "exact")
    add("Phone/Screenshots/Screenshot_20240312-091512.png", camera.png(screens.rows(screens.LIGHT, "9:15", "Inbox", MAIL)), "List of mail")
    add("Phone/Screenshots/Screenshot_20240401-180000.png", camera.png(screens.switches(screens.DARK, "18:00", "Settings", SETTINGS)), "Settings, dark")
    add("Phone/Screenshots/IMG_0021.PNG", camera.png(screens.chat(screens.DARK, "21:40", "Noor", TRIP)), "Chat, dark; the name does not say screenshot")
    add("Phone/Screenshots/IMG_0022.PNG", camera.png(screens.route_map(screens.LIGHT, "17:20", seeded(40))), "Map; the name does not say screenshot")
    add("Phone/Screenshots/Screenshot_2024-05-01-07-30-00.jpg", camera.jpeg(screens.rows(screens.DARK, "7:30", "Inbox", MAIL[3:]), None, 80), "List, saved as JPEG")
    add("Downloads/image0.jpg", camera.jpeg(talk.resize((585, 1266), Image.LANCZOS), None, 70), "The chat as a messenger sent it on: smaller, JPEG", "chat", "edited")
    desk = "Computer/Pictures/"
    add(desk + "Bildschirmfoto vom 2024-02-03 10-11-12.png", camera.png(screens.text_window(screens.LIGHT, "calendar.py", CODE, BLUE_INK)), "Editor window")
    add(desk + "Bildschirmfoto 2024-02-03 um 10.11.40.png", camera.png(screens.text_window(screens.DARK, "Terminal", SHELL, screens.GREEN)), "Terminal window")
    ledger = [("Month", "Rent", "Food", "Savings")] + [(m, 820, 300 + 7 * i, 150 + 11 * i) for i, m in enumerate("January February March April May June July August September October November December".split())]
    add(desk + "Screenshot from 2024-02-04 08-00-00.png", camera.png(screens.table_window(screens.LIGHT, "household.ods", ledger)), "Spreadsheet")
    add(desk + "Capture d'écran.png", camera.png(screens.table_window(screens.DARK, "household.ods", ledger[:8])), "Spreadsheet, dark; a French name")
    add(desk + "logo.png", camera.png(screens.logo()), "Logo with transparency: a graphic, not a screenshot", screenshot="no")
    add(desk + "rain.png", camera.png(screens.chart()), "Chart: a graphic, not a screenshot", screenshot="no")


BLUE_INK = (30, 90, 200)


def grandma(album, summer_kept):
    """An old computer: copies of the summer under other names, scans, and what a failing disk left."""
    base = "From grandma's computer/"

    def old(name, path, shows, when, quality=88, **more):
        data = camera.jpeg(album.photograph(name), camera.exif("nikon", when), quality)
        return album.add(base + path, data, name, shows, **more)

    album.add(base + "Album/DSC00001.JPG", summer_kept["peaks"], GENERATED, "Exact copy of 2023 Summer/IMG_2101.JPG under another name", "peaks", "exact")
    album.add(base + "Album/Copy of IMG_2120.JPG", summer_kept["sunset"], GENERATED, "Exact copy of 2023 Summer/IMG_2120.JPG", "sunset", "exact")
    album.add(base + "Album/New folder/IMG_2130.JPG", summer_kept["field"], GENERATED, "Exact copy of 2023 Summer/IMG_2130.JPG in another folder", "poppies", "exact")
    album.add(base + "Album/IMG_2165 no data.jpg", camera.without_exif(summer_kept["pebbles"]), GENERATED, "2023 Summer/IMG_2165.JPG without its EXIF data: other bytes, the same pixels", "pebbles", "same pixels")
    for name, key, group in (("IMG-20230714-WA0003.jpg", "peaks", "peaks"), ("IMG-20230716-WA0001.jpg", "field", "poppies")):
        album.add(base + "Messenger/" + name, camera.jpeg(opened(summer_kept[key]).resize((640, 480), Image.LANCZOS), None, 62), GENERATED, "As a messenger sent it on: smaller, recompressed, no EXIF data", group, "edited")
    album.add(base + "Messenger/IMG-20230720-WA0007.jpg", camera.jpeg(opened(summer_kept["forest"]), None, 55), GENERATED, "2023 Summer/IMG_2166.JPG recompressed at low quality", "forest", "edited")
    launch = old("rocket", "Scans/rocket.jpg", "Rocket on its pad at dusk", "2015-02-11 18:00:00", group="rocket", relation="original")
    album.add(base + "Scans/rocket export.png", camera.png(opened(launch)), "rocket", "The decoded pixels of rocket.jpg as PNG", "rocket", "same pixels")
    album.add(base + "Scans/rocket mirrored.jpg", camera.jpeg(opened(launch).transpose(Image.Transpose.FLIP_LEFT_RIGHT), None, 85), "rocket", "rocket.jpg mirrored", "rocket", "edited")
    old("astronaut", "Scans/astronaut.jpg", "Portrait", "2008-05-01 12:00:00")
    gray = Image.open(album.photographs / PHOTOGRAPHS["camera"].file)
    album.add(base + "Scans/photographer.jpg", camera.jpeg(gray.convert("L"), None, 88), "camera", "Black and white: a JPEG with one component")
    old("gravel", "Scans/garden path.jpg", "Gravel: texture everywhere", "2009-06-01 12:00:00", 80)
    old("grass", "Scans/lawn.jpg", "Grass: texture everywhere", "2009-06-01 12:01:00", 80)
    album.add(base + "Scans/deep sky.jpg", camera.jpeg(album.photograph("hubble").resize((800, 698), Image.LANCZOS), None, 82), "hubble", "Galaxies on black: dark and sharp")
    album.add(base + "Scans/wall clock.jpg", camera.jpeg(album.photograph("clock").resize((800, 600), Image.BICUBIC), camera.exif("nikon", "2011-12-24 20:00:00", seconds=1 / 6), 86), "clock", "A clock photographed while moving: a real motion blur", blurry="yes")
    whole = summer_kept["wall"]
    album.add(base + "Recovered/photo_0007.jpg", whole[: int(len(whole) * 0.45)], "generated with brick", "Damaged: the first 45 % of 2023 Summer/IMG_2150.JPG", "brick front", "damaged", "unreadable")
    album.add(base + "Recovered/photo_0008.jpg", b"This is a text file that somebody named .jpg.\n", GENERATED, "Not a picture: text", blurry="unreadable")
    album.add(base + "Recovered/photo_0009.jpg", b"", GENERATED, "Not a picture: empty", blurry="unreadable")
    album.add(base + "shopping list.txt", b"milk\nbread\na bigger disk\n", GENERATED, "Not a picture and not named like one: left alone")


def odd_names(album, phone_kept):
    """Names that break careless programs; every one is valid on Linux and in git."""
    size = (640, 480)
    views = [
        scenes.mountains(seeded(100), size, sky=("#5a5fa8", "#d79a9a", "#f7d6a8"), haze="#d0b8c0", rock="#4a4350"),
        scenes.sea(seeded(101), size, sky=("#101a34", "#35507a", "#b7a8b0"), boat=0.75, sun=0.2),
        scenes.balloons(seeded(102), size),
        scenes.meadow(seeded(103), size, bloom="#f2c832"),
        closeups.pebbles(seeded(104), size),
        scenes.forest(seeded(105), size),
        scenes.facade(seeded(106), size, wall="#8fae7c", shutter="#5a4632"),
        scenes.night_city(seeded(107), size),
        scenes.stars(seeded(108), size, aurora=True),
        scenes.fog_tree(seeded(109), size).transpose(Image.Transpose.FLIP_LEFT_RIGHT),
        scenes.mountains(seeded(110), size, haze="#c8d6c0", rock="#6a5a48", pines=False),
        scenes.sea(seeded(111), size, sky=("#2f6fb0", "#8fc4e8", "#e8f0ee"), deep="#0f5a6a", boat=0.12, sun=0.85),
    ]

    def small(number):
        image = camera.developed(views[number], seeded(200 + number))
        return camera.jpeg(image, camera.exif("galaxy", f"2022-09-{number + 1:02d} 12:00:00"), 78)

    umlaut = "Ferien an der Küste.jpg"
    names = [
        ("Accents/composed/" + unicodedata.normalize("NFC", umlaut), "u and two dots as one code point"),
        ("Accents/decomposed/" + unicodedata.normalize("NFD", umlaut), "u and two dots as two code points; looks the same as its neighbour"),
        ("-rf.jpg", "Leading dash"),
        ("it's \"quoted\".jpg", "Both kinds of quotes"),
        ("100% sure?.jpg", "Per cent and question mark"),
        ("🌻 in bloom 🌻.jpg", "Emoji"),
        ("  two  spaces  .jpg", "Spaces in front, inside and before the suffix"),
        ("$HOME; echo *.jpg", "What a shell would run"),
        ("写真 2022年9月.jpg", "Wide characters"),
        ("long " + "name " * 37 + "end.jpg", "A name of 197 bytes"),
        ("LOUD.JPEG", "Suffix in capitals"),
        ("really a jpeg.png", "A JPEG that calls itself PNG"),
    ]
    for i, (name, shows) in enumerate(names):
        album.add("Odd names/" + name, small(i), GENERATED, shows)
    album.add("Odd names/🌻 in bloom again.jpg", phone_kept["sunflower"], GENERATED, "Exact copy of Phone/IMG_0017.JPG, named with an emoji", "sunflower", "exact")


def main():
    photographs, out = Path(sys.argv[1]), Path(sys.argv[2])
    if out.exists():
        shutil.rmtree(out)
    album = Album(photographs, out)
    kept = summer(album)
    phone_kept = phone(album)
    screenshots(album)
    grandma(album, kept)
    odd_names(album, phone_kept)
    with open(out / "labels.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, ["file", "set", "relation", "blurry", "screenshot"], extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        table.writerows(album.rows)
    write_readme(out / "README.md", album.rows)
    print(f"{len(album.rows)} files, {sum(row['bytes'] for row in album.rows) / 1e6:.1f} MB")


main()
