/** Generates names and prose from a seed; the same seed gives the same text. Real words make searches realistic. */

export type Random = () => number

/** Mulberry32: numbers from 0 to below 1. */
export const seeded = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const oneOf = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

const words = (text: string) => text.trim().split(/\s+/)

const lexicon: Readonly<Record<string, readonly string[]>> = {
  adjective:
    words(`amber ashen bitter blackened brackish brazen broken burnt buried candlelit cold crooked crowned drowned
    eastern empty fallen faithful forgotten forsworn gilded green grey hallowed hidden high hollow hungry iron ivory laughing last
    leaning lesser long lost low merciful moonlit mourning nameless narrow northern old pale patient quiet red restless rusted
    sainted salt silent silver singing sleeping southern stubborn sunken tall thirsty thorned twin undying unlit veiled wandering
    weeping western white wild winter witless`),
  place:
    words(`abbey almshouse arch archive barrow bastion beacon bridge bridgehead burrow cairn causeway cellar chapel cistern
    cloister crossing crypt customs-house dock ferry ford forge foundry gallows garden gate granary harbour hermitage hospice
    inn jetty keep landing library lighthouse lock market mill mine moat observatory orchard palace pier priory quarry quay
    reservoir rookery sanctuary schoolhouse shrine signal-house staircase steps theatre tollhouse tower vault vineyard wall
    watchtower well wharf workhouse`),
  being:
    words(`abbess alchemist archer astrologer baker barber beekeeper bellfounder boatwright captain cartographer chandler
    clockmaker cooper courier curate deacon diver duchess exile falconer ferryman forger gardener glazier gravedigger guard
    harpist healer heretic hermit herald hunter innkeeper jeweller judge knight lamplighter locksmith magistrate mason
    merchant midwife miller minstrel navigator novice orphan oracle pilgrim pilot poacher printer prophet ratcatcher ringer
    sailor salvor scholar scribe sexton shepherd smith smuggler spy steward surgeon tailor tinker warden weaver witch`),
  item: words(`almanac amulet anchor bell blade bottle bow bowl buckle candle casket chain chalice charm clock coat coin
    compass crown cup dagger deed drum figurehead flute gauntlet goblet hammer harp helm horn hourglass key knife lamp lantern ledger lens
    letter locket lyre map mask medal mirror needle net oar pipe psalter quill ring rope sceptre scroll seal shield sickle signet
    spade spear spyglass staff tapestry thimble tiara tome trumpet urn vial wand whistle`),
  beast:
    words(`adder badger bat bear boar crow dragon eel falcon fox goat griffin gull hare heron horse hound kraken lynx moth
    otter owl ox pike rat raven salamander seal serpent spider stag swan toad viper whale wolf wren wyvern`),
  name: words(`Adelin Aldous Alban Anselm Averil Benedek Bertrand Bettris Brannoc Caspian Cecily Corisande Corvin Damaris Dorothea
    Edmund Eleanor Elias Emeric Esmeralda Ferdinand Fenella Garrick Gethin Godric Gwendolen Harriet Hester Hildegard Ignatius Imogen
    Isembard Ismay Jacquetta Jocasta Josiah Kerensa Lambert Leofric Lucasta Magnus Margery Marisol Matilda Morwenna Nathaniel Nerys
    Octavia Odalys Osric Ottoline Peregrine Perpetua Philippa Quentin Rosamund Rowena Sabine Septimus Sibyl Tamsin Thaddeus Theodora
    Tobias Ursula Valentin Walburga Wilhelmina Winifred Yorick Zenobia`),
  house:
    words(`Ashlock Blackwood Brine Caldbeck Carrow Coldwater Crake Dunmore Fairweather Fenwick Frey Gale Goodchild Greave
    Hallow Harrow Hawkshaw Holloway Inchbald Kestrel Larkin Lovelace Marsh Merriman Nightingale Oakes Orlo Pask Penhallow Pike
    Quill Ravenscroft Roake Rook Sallow Sparrow Stillwater Tarn Thorne Underbough Vantry Vell Wainwright Whitlock Winter Wren`),
  verb: words(`betrayed blessed bought buried carried cursed defended drowned feared forged found guarded hid inherited lost mended
    outlived painted praised promised pursued redeemed remembered sang sold sought stole summoned swore traded watched won`),
  time: [
    'at the turn of the tide',
    'before the long winter',
    'by candlelight',
    'every seventh year',
    'in the year of two harvests',
    'on the eve of the feast',
    'since the flood',
    'until the bells fell silent',
    'when the moon is new',
    'within living memory',
  ],
  tag: words(`ally ancient armour beast bell city clergy coast crime curse dungeon feast festival forest ghost guild harbour
    heist history intrigue law legend magic map merchant monster mystery noble npc omen oath prophecy quest relic river road rumour
    ruin secret ship shop song spell storm tavern temple theft trade trap treasure undead village war weather wilderness`),
}

const sentences = [
  'The {adjective} {place} was {verb} {time}, and the {being} who keeps it has not slept well since.',
  '{name} {house}, a {being} of some repute, {verb} a {adjective} {item} here {time}.',
  'Nobody goes near the {place} {time} but the {being}, who leaves a {item} on the step for the {beast}.',
  'Ask for the {adjective} {being}, and say that {name} sent you.',
  'Under the {place} there is a {adjective} {place}, and under that, if {name} {house} is to be believed, a {beast}.',
  'The {item} is {adjective}, older than the {place} that it came from, and warm to the touch {time}.',
  'It is said that whoever {verb} the {item} must answer to the {being} of the {adjective} {place}.',
  'House {house} would pay well for it, and House {house} would pay better for its being lost.',
  'A {adjective} {beast} has been seen on the roof {time}; the {being} calls it a good sign.',
  'What {name} {verb}, {name} {house} {verb} again, and neither has forgiven the other.',
  'Its keeper trades in {item} and {item}, takes no coin, and gives change in rumours.',
  'The door is locked with a {item}. The key is a song that only the {being} remembers.',
]

const names = [
  'The {adjective} {place}',
  'The {being} of the {adjective} {place}',
  '{name} {house}',
  '{name} the {being}',
  'The {adjective} {item}',
  "{name}'s {item}",
  'The {place} of {name} {house}',
  'The {beast} at the {place}',
  'House {house} and the {adjective} {being}',
  'A {item} for the {being}',
]

const folderNames = [
  'The {adjective} {place}',
  'House {house}',
  '{name} {house}',
  'The {place} of the {beast}',
  'Tales of the {being}',
]

const expand = (random: Random, template: string) =>
  template.replace(/\{(\w+)\}/g, (_, part: string) => oneOf(random, lexicon[part] ?? []))

const titled = (text: string) => text.replace(/\b[a-z][a-z-]{3,}/g, (word) => word[0]?.toUpperCase() + word.slice(1))

export const loreName = (random: Random): string => titled(expand(random, oneOf(random, names)))

export const folderName = (random: Random): string => titled(expand(random, oneOf(random, folderNames)))

/** One to three paragraphs of two to four sentences. */
export const prose = (random: Random): string =>
  Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => expand(random, oneOf(random, sentences))).join(' '),
  ).join('\n\n')

/** Returns up to four different tags. */
export const tagsOf = (random: Random): string[] => [
  ...new Set(Array.from({ length: Math.floor(random() * 5) }, () => oneOf(random, lexicon.tag ?? []))),
]
