import { sites } from './names.ts'

const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

/** What is chosen anew each time it is needed. Whole phrases, because single words shuffled read like single words shuffled. */
export const banks = {
  site: sites,
  trade: lines(`apothecary
    bargewright
    beekeeper
    bellfounder
    bookbinder
    candlemaker
    cartographer
    cooper
    court scribe
    customs clerk
    ferry pilot
    falconer
    glazier
    gravedigger
    hedge-priest
    horse-doctor
    journeyman mason
    lamplighter
    locksmith
    magistrate's runner
    midwife
    miller
    moneylender
    night-watchman
    notary
    paper-maker
    pawnbroker
    peat-cutter
    ratcatcher
    rope-maker
    saddler
    salt-boiler
    sexton
    sign-painter
    silk factor
    surgeon
    tax assessor
    tinker
    toll-keeper
    wandering tutor
    well-digger`),
  look: lines(`a burn the shape of a horseshoe on one forearm
    a nose that was broken twice and set once
    one eyebrow singed off and never grown back
    ink under every fingernail
    a front tooth of dull grey pewter
    hair cropped short with what must have been sheep shears
    the flat, patient stare of somebody who is used to waiting out drunks
    a rope scar around the left wrist
    hands much older than the face
    freckles so thick that they read as a tan
    a limp that gets worse when anyone is watching
    spectacles mended at the hinge with fishing line
    a voice gone to gravel from years of shouting over machinery
    two fingers missing, and a different story for each
    a white streak in the hair, exactly as wide as a thumb
    the sunburnt neck and pale forehead of a life under one hat
    pale eyes that go to the door before they go to you
    a tattooed tally on the inner arm, forty-one strokes so far`),
  garb: lines(`a coat cut for a taller sibling, sleeves turned back twice
    good boots, resoled, under a very bad cloak
    a wedding sash worn as a belt
    three waistcoats, one over the other, whatever the weather
    a green felt hat with the maker's label still in it
    mourning black that has faded to the brown of tea
    a leather apron stiff with beeswax
    fingerless gloves, knitted by somebody who could not count stitches
    a sailor's jersey darned in five colours
    a soldier's greatcoat with the regiment's badge cut away
    a silk scarf worth more than everything else on the body
    a necklace of small keys that open nothing in town`),
  habit: lines(`counts the exits before sitting down
    finishes other people's sentences, wrongly
    never takes the first of anything offered
    salts food before tasting it
    writes the day's weather on the wall in chalk
    speaks to animals first and to their owners second
    pays every debt at dawn, at the debtor's door
    whistles when lying, and only then
    keeps one hand on the table where everyone can see it
    folds scraps of paper into boats and leaves them behind
    repeats a question word for word before answering it
    touches the lintel of every door on the way out
    laughs before the joke is over
    will not sit with a window behind the chair
    carves the date into whatever wood is nearest
    asks after people's mothers by name
    eats standing up
    hums half a tune and stops at the same note each time`),
  fear: lines(`deep water after dark
    being thanked in public
    the sound of a latch lifted slowly
    dying with a letter unanswered
    horses, although nobody is to know it
    a certain signature at the foot of a page
    fire in a room with one door
    being forgotten by the only person who would care
    bells that ring when nobody pulls the rope
    mirrors that have been turned to the wall
    the smell of lilies
    children who ask the same question twice`),
  ware: lines(`needles sold singly, in twists of blue paper
    honey that will not set, at twice the price of honey that will
    candles that burn down to the hour, if you trust the maker
    a drawer of spectacles taken in pawn
    salted plums in stone jars
    three kinds of rope and no string
    second-hand letters of introduction, names left blank
    a caged linnet that sings only before rain
    river pearls, mostly crooked
    maps of a coast that has since moved
    lamp oil cut with something that smells of fish
    a rack of left-hand gloves
    saints' medals, stamped from melted spoons
    ink that fades after a month, asked for by name
    boots taken from the drowned, well dried
    mended clocks, each five minutes wrong in its own direction`),
  loot: lines(`a brass compass that points to whoever last lied
    a purse of forty silver pieces, all struck in the same week
    a ring too small for any adult hand
    an unopened letter, the seal still soft
    a child's tin whistle that dogs will follow
    half a deed to land that is now under water
    a bundle of tallies, split down the middle
    a key with its teeth filed off
    a string of amber beads with an insect in every third
    a prayer book hollowed out to hold a pistol ball
    a bottle of rain, labelled with a date
    a portrait miniature with the face scratched out
    a lens that shows where iron has been
    seven silver spoons and the receipt for eight
    a folding knife with somebody else's initials
    a map drawn on the inside of a glove`),
  smell: lines(`wet wool and onions
    tallow, vinegar and old rope
    peat smoke and orange peel
    hot iron quenched in brine
    beeswax and something sweeter under it
    cut hay gone slightly sour
    ink, damp dog and bread
    low tide and lamp oil
    cold stone and snuffed candles
    pitch and boiled cabbage
    cloves, dust and mouse
    rain on hot slate`),
  sound: lines(`a loom knocking three houses away
    a shutter that nobody has the heart to fix
    the slow drip that everybody here has stopped hearing
    somebody upstairs moving one chair, again and again
    a dog that barks at the same hour every night
    chain running out over a sill
    a hymn in a language that nobody present speaks
    pigeons in the roof, and once in a while something heavier
    coins counted in the next room
    a fiddle practising the hard part
    a mill wheel turning in a dry race
    wind across the neck of a bottle`),
  omen: lines(`every clock in the street stops for the length of a breath
    milk turns between the pail and the cup
    the gulls fly inland and sit in rows on the church
    dogs refuse the bridge
    the same name is found chalked on four doors
    a bell is heard from the direction where there is no bell
    frost forms on the inside of one window only
    moths gather on the north wall and spell nothing, very carefully
    bread rises overnight in a cold oven
    well water comes up tasting of coins
    a hare sits in the road and will not be driven off
    all the candles lean toward the cellar door`),
  hour: lines(`at the turn of the tide
    before the first bell
    in the dead hour after closing
    on the last night of the month
    when the fog comes up past the second step
    at noon, when shadows are too short to hide in
    on market days
    the night after payday
    in the week between harvest and the first frost
    at dusk, when the lamps are not yet lit
    whenever it rains from the east
    on the eve of any funeral`),
  drink: lines(`black plum spirit, served in egg cups
    a thin sour beer that improves with the third
    cider mulled with a hot nail
    smoked tea with a spoonful of dripping
    a green cordial that nobody has ordered twice
    small ale with the grain still floating
    burnt-honey wine from an unmarked cask
    a pepper gin kept behind the clock`),
  dish: lines(`eel pie with the heads left on
    barley broth and a heel of yesterday's loaf
    pickled walnuts by the bowl
    mutton and apricots, Thursdays only
    a cheese that has its own shelf and its own door
    fried bread with brown shrimp
    goose in a crust thick enough to keep
    turnips, in more ways than there should be`),
  beast: lines(`a one-eared cat that owns the place
    an old hound that growls at nobles
    a goose with a grudge
    a jackdaw that has learned three useful words
    a blind carthorse that still knows every corner
    a stoat kept in a sleeve
    a nanny goat of firm opinions`),
  clue: lines(`a boot heel with a nail missing
    a candle end of the expensive sort
    an oilcan, still half full, with no label
    a torn cuff in undyed linen
    two glasses, one of them wiped
    a page cut from the register with a very sharp knife
    a key that was snapped off in another lock
    a laundry mark that belongs to no house in town
    a spoonful of salt, folded into a page of scripture
    a pressed lily, where no lilies grow
    a tally stick with one notch too many
    a receipt dated tomorrow`),
  price: lines(`a year of your evenings
    the true name of somebody who trusts you
    a favour, unnamed, to be called in once
    the taste of salt for the rest of your life
    one memory, chosen by somebody else
    forty silver and your word, in that order
    a lock of hair, freely given
    a promise made in front of witnesses
    whatever is in your left pocket at that moment
    the right to be buried in your own village`),
  reward: lines(`a house with a sound roof and a bad reputation
    sixty silver, half of it in coin
    free passage on any boat that flies the grey pennant
    a pardon, signed, with the name left blank
    the deed to a mill that has not turned in nine years
    a favour from somebody who never grants them
    a good horse and no questions
    a place at the high table for one night
    a share in the salvage, one part in eight
    a letter that opens doors as far as the capital
    a blade that was somebody's grandfather's pride
    the answer to one question, truthfully given`),
  complication: lines(`somebody else was hired for the same work, a day earlier
    the person who pays is not the person who asked
    what they are sent for does not want to be moved
    it has to be done before the next market day, in plain sight
    the only witness is nine years old and enjoying the attention
    an honest man stands in the way and has the law on his side
    the map is right and the key is wrong
    the thing has already been stolen once tonight
    a funeral will pass through at exactly the wrong moment
    the guard on duty owes one of them money
    every door opens from the outside only
    the neighbours are awake, and bored`),
  crime: lines(`selling the same cargo twice
    burying an empty coffin with full honours
    signing for a dead man
    letting a prisoner walk out in a borrowed coat
    watering the lamp oil in a hard winter
    moving a boundary stone by eleven paces
    swearing to a thing that never happened
    opening a sealed letter and closing it too well
    keeping quiet at a trial`),
  bond: lines(`shared a cell for one winter
    married into the same quarrel
    buried a friend together and have not agreed on where
    were apprenticed to the same bad master
    were once paid to kill each other and split the fee instead
    pulled the same child out of the same river
    lost money on the same horse
    learned to read from the same stolen book`),
} as const satisfies Record<string, readonly string[]>

/** What stays what it is within a piece, however often it is spoken of. */
export const facts: Readonly<Record<string, readonly string[]>> = {
  thing: lines(`a brass key with no teeth|the brass key
    a ledger bound in eelskin|the eelskin ledger
    a bell no bigger than a thumb|the little bell
    a glass eye that is warm to the touch|the glass eye
    a child's shoe cast in lead|the lead shoe
    a lantern that burns without oil|the lantern
    a map stitched on sailcloth|the sailcloth map
    a knife that has never been sharpened and never needed it|the knife
    a sealed jar that hums in wet weather|the humming jar
    a wooden hand, beautifully jointed|the wooden hand
    a letter in a cipher that changes|the letter
    a coin with the same face on both sides|the two-faced coin
    a mirror that is half a breath late|the slow mirror
    a music box with one note missing|the music box
    a saint's finger, or somebody's|the finger
    a deck of cards with a fifth suit|the deck of cards
    a lock with two keyholes|the double lock
    a spool of thread that does not run out|the spool`),
  want: lines(`buy back the house that was lost at cards
    find out who signed the order
    hear one particular person say sorry
    be buried under the right name
    keep a younger brother out of the army
    finish a map that three others died over
    see the bridge rebuilt before the money is spent elsewhere
    have the old verdict read out again, and reversed
    bring {thing} home, where it belongs
    leave, for good, with clean hands
    learn what was said in that room
    win back the good opinion of {friend.full}
    outlive {rival.full}, if only by a day`),
  wrong: lines(`signed for a dead man, and the dead man has written back
    sold the same cargo twice, once to {rival.full}
    let a prisoner go in a borrowed coat and hanged nobody in his place
    moved a boundary stone eleven paces, by night, for money
    swore at a trial to something that never happened
    opened a sealed letter and closed it a little too well
    buried an empty coffin with full honours
    broke the quarantine for a crate of lemons
    left {friend.full} behind at {place} and told it as a rescue
    kept the collection money through one bad winter, and then another
    took the credit for what {friend.full} did at the flood`),
  since: lines(`the winter that the river froze to its bed
    the fire on the ropewalk
    the year of two harvests
    the night the old bell cracked
    the quarrel over the toll
    the third and last election
    the flood that took the lower streets
    the siege that nobody won
    the drowning of the surveyors
    the summer of the locked granary`),
  danger: lines(`the cellar floods a hand higher each month, and the water is warm
    somebody is buying up every debt in the street
    a second set of keys has turned up, and fits
    the register of the dead has more names than graves
    the night watch has been paid to be elsewhere
    people wake with wet feet and no memory of walking
    the foundations are older than the deeds admit
    letters arrive from a house that burned down
    the new assessor asks only about the well
    children have begun to play at funerals, and get the words right
    a ship is overdue that nobody will admit to waiting for
    the last three to ask were paid to leave, and left on foot in winter`),
}
