const words = (text: string) => text.trim().split(/\s+/)

export const women =
  words(`Adelin Averil Bettris Cecily Corisande Damaris Dorothea Eleanor Esmeralda Fenella Gwendolen Harriet Hester Hildegard
  Imogen Ismay Jacquetta Jocasta Kerensa Lucasta Margery Marisol Matilda Morwenna Nerys Octavia Odalys Ottoline Perpetua Philippa Rosamund Rowena
  Sabine Sibyl Tamsin Theodora Ursula Walburga Wilhelmina Winifred Zenobia Brida Ysolde Merrin Tace Averna Linnet Oonagh Sunniva Perrine Halla
  Ingrith Maud Thessaly Quilla Renske Jorun Aldith Emmeline Sunnild`)

export const men =
  words(`Aldous Alban Anselm Benedek Bertrand Brannoc Caspian Corvin Edmund Elias Emeric Ferdinand Garrick Gethin Godric Ignatius
  Isembard Josiah Lambert Leofric Magnus Nathaniel Osric Peregrine Quentin Septimus Thaddeus Tobias Valentin Yorick Aubrey Cuthbert Drustan Eamon
  Fulk Hamo Ivo Jory Kester Lorcan Maddoc Nicodemus Odo Piers Ranulf Sorley Tancred Ulric Warin Bartolo Crispin Dacre Eskil Gaspard Hob Jasper`)

export const families =
  words(`Ashlock Blackwood Brine Caldbeck Carrow Coldwater Crake Dunmore Fairweather Fenwick Frey Gale Goodchild Greave Hallow
  Harrow Hawkshaw Holloway Inchbald Kestrel Larkin Lovelace Marsh Merriman Nightingale Oakes Orlo Pask Penhallow Pike Quill Ravenscroft Roake
  Sallow Sparrow Stillwater Tarn Thorne Underbough Vantry Vell Wainwright Whitlock Winter Wren Tolliver Marchbanks Sedge Quince Latchford
  Bellwether Cobb Drake Haddock Ironmonger Kettle Leadbetter Mossop Nettle Ostler Pettibone Rushlight Skein Threlkeld Umber Vane Yarrow`)

export const gods =
  words(`Ashkera Belun Cathmor Demeris Eluan Fhenna Gorrim Halvane Ixara Jorveth Kelis Lurian Maruth Nethys Omrael Pellune
  Quarra Runeth Sethra Tamur Ulvane Vessa Wyrran Ysmera Zhoral Orrin Thessan Calder Morrow Isolde`)

/** First halves and second halves of places that people live in. */
export const townStarts =
  words(`Ash Barrow Bell Black Bram Cold Crow Dun Elder Fen Gallow Harrow Hollow Iron Kettle Lang Marsh Mire Nettle Oak Otter
  Quarry Raven Red Salt Stan Thorn Under Wether Whit Winter Wolf Wyre Yarrow`)
export const townEnds =
  words(`bridge brook bury by combe cross dale den fold ford gate ham hithe holt hurst ley low march mere moor mouth pool reach
  stead stoke thorpe tide ton water well wick worth`)

export const adjectives =
  words(`amber ashen bitter blind brackish brazen broken burnt buried candlelit cold crooked crowned drowned empty faithful
  forsworn gilded green grey hallowed hidden hollow hungry iron ivory laughing last leaning lesser long lost merciful moonlit mourning nameless
  narrow pale patient quiet red restless rusted salt silent singing sleeping stubborn sunken thirsty thorned twin undying unlit veiled wandering
  weeping white winter witless`)

export const signs =
  words(`Anchor Badger Barrel Bell Boar Candle Cauldron Cockerel Compass Crow Crown Cup Eel Falcon Fiddle Fox Goat Goose Griffin
  Hare Heron Horn Hound Kettle Key Lamp Lantern Lark Mare Mermaid Moon Moth Oar Otter Owl Ox Pike Plough Rook Salmon Scythe Shears Spoon Stag Swan
  Thimble Toad Wheel Whistle Wolf Wren`)

export const bands =
  words(`Brotherhood Circle Company Compact Court Fellowship Guild Hand House Lanterns League Ledger Oath Order Sisterhood Society
  Table Watch`)

export const sites =
  words(`abbey almshouse arch archive bastion beacon bridge causeway chapel cistern cloister crossing customs-house dock ferry
  forge foundry gallows garden gate granary hermitage hospice jetty keep library lighthouse lock market mill mine moat observatory orchard priory
  quarry quay reservoir rookery schoolhouse shrine stair theatre tollhouse vineyard watchtower well wharf workhouse`)

export const items =
  words(`almanac amulet bell blade bottle bowl buckle candle chain chalice clock coat coin compass crown cup dagger drum flute
  gauntlet goblet hammer harp helm horn hourglass key lamp lantern ledger lens locket lyre mask medal mirror needle oar pipe psalter quill ring
  sceptre seal shield sickle spade spear spyglass staff thimble trumpet whistle`)

export const beasts =
  words(`adder boar crow eel fox goat gull hare heron hound hulk leech lynx moth ox pike raven ray shrike spider stag toad warden
  weaver wolf worm wretch`)
