import type { AttributeFormat, AttributeLength, TemplateAttribute } from './template-attributes.ts'

/** A template that comes with the product: visible to everyone, without an owner, and not counted towards any limit. */

export interface ProductTemplate {
  id: string
  name: string
  description: string
  tags: string[]
  attributes: TemplateAttribute[]
}

interface AttributeOptions {
  prompt: string
  format?: AttributeFormat
  length?: AttributeLength
  words?: [min: number, max: number]
  after?: string[]
  optional?: true
}

const id = (template: number, attribute = 0) =>
  `00000000-0000-7000-8001-${String(template).padStart(6, '0')}${String(attribute).padStart(6, '0')}`

const template = (
  n: number,
  name: string,
  description: string,
  tags: string[],
  options: Record<string, AttributeOptions>,
): ProductTemplate => {
  const names = Object.keys(options)
  return {
    id: id(n),
    name,
    description,
    tags,
    attributes: Object.entries(options).map(
      ([name, { prompt, format = 'PARAGRAPH', length = 'MEDIUM', words, after = [], optional }], place) => ({
        id: id(n, place + 1),
        name,
        prompt,
        format,
        length: words ? 'CUSTOM' : length,
        wordCountMin: words?.[0] ?? null,
        wordCountMax: words?.[1] ?? null,
        sortOrder: place,
        dependsOn: after.map((needed) => names.indexOf(needed)),
        conditions: null,
        required: !optional,
      }),
    ),
  }
}

const line = (prompt: string, after?: string[]): AttributeOptions => ({
  prompt,
  format: 'SINGLE_LINE',
  words: [1, 16],
  ...(after ? { after } : {}),
})
const list = (prompt: string, after?: string[], words: [number, number] = [40, 110]): AttributeOptions => ({
  prompt,
  format: 'BULLET_POINTS',
  words,
  ...(after ? { after } : {}),
})
const short = (prompt: string, after?: string[]): AttributeOptions => ({
  prompt,
  format: 'SHORT_PARAGRAPH',
  length: 'SHORT',
  ...(after ? { after } : {}),
})

export const productTemplates: readonly ProductTemplate[] = [
  template(1, 'Character', 'Somebody the party can meet, want something from, and remember.', ['npc'], {
    Appearance: short('What one notices first about this character, and what one notices only later.'),
    Trade: line('What they do for a living, and for whom.'),
    Wants: short('Given [Trade], what they want badly enough to ask strangers for it.', ['Trade']),
    Fears: short('What they would give up [Wants] to avoid.', ['Wants']),
    Secret: short('What they have told nobody, that makes [Wants] and [Fears] make sense together.', [
      'Wants',
      'Fears',
    ]),
    'In the mouth': list('Three things they would say, in their own voice, one of them a refusal.', [
      'Appearance',
      'Wants',
    ]),
  }),
  template(2, 'Location', 'A place worth stopping at, with something to do there.', ['location'], {
    'At first sight': { prompt: 'What the party sees, hears and smells when they arrive.' },
    'By night': short('What is different after dark.', ['At first sight']),
    'Who is here': list('Who is here and what each of them is busy with when the party comes.', ['At first sight']),
    Trouble: short('What is going wrong here, and since when.', ['Who is here']),
    Hidden: {
      ...short('What a careful search finds, and what it points to.', ['Trouble']),
      optional: true,
    },
  }),
  template(3, 'Faction', 'People who want the same thing and do not agree how.', ['faction'], {
    Cause: line('What they are for, as they would say it.'),
    Seat: short('Where they meet, and how a stranger would find the door.'),
    Ranks: list('Who leads, who does the work, who pays; a name and a habit for each.', ['Cause']),
    Methods: { prompt: 'How they get what they want, and what they would never do.', after: ['Cause', 'Ranks'] },
    Rift: short('What divides them, and who stands where.', ['Ranks', 'Methods']),
    Offer: short('What they would offer the party, and what it would really cost.', ['Methods', 'Rift']),
  }),
  template(4, 'Quest', 'Something to do, a reason to, and a way for it to go wrong.', ['quest'], {
    Hook: short('How the party hears of it, and from whom.'),
    Stakes: short('What happens if nobody does anything.', ['Hook']),
    Scenes: list(
      'Four scenes from the hook to the end; in each somebody wants something else.',
      ['Hook', 'Stakes'],
      [70, 160],
    ),
    Twist: short('What turns out not to be as it was told in [Hook].', ['Hook', 'Scenes']),
    Reward: line('What it is worth, to whom.', ['Stakes']),
    'If they fail': {
      ...short('What the world looks like a week after they failed.', ['Stakes', 'Twist']),
      optional: true,
    },
  }),
  template(5, 'Item', 'A thing with a past, a use and a price.', ['item'], {
    Appearance: short('What it looks like, weighs and feels like in the hand.'),
    Use: short('What it does, and how one learns that it does.', ['Appearance']),
    Price: line('What using it costs, every time.', ['Use']),
    Past: { prompt: 'Who made it, who lost it, and how it came to where it is found.', after: ['Use', 'Price'] },
    'Who wants it': list('Three who want it back, and how far each would go.', ['Past']),
  }),
  template(6, 'Deity', 'A god as people meet it: in what they do, not in what they are told.', ['deity', 'faith'], {
    Domain: line('What it is the god of; two things that do not quite go together.'),
    Image: short('How it is shown, and what is never shown.', ['Domain']),
    Worship: { prompt: 'What the faithful do every day, and once a year.', after: ['Domain'] },
    Commandments: list('What it asks and what it forbids, in its own words.', ['Domain', 'Worship']),
    Heresy: short('What some believe of it that gets them driven out.', ['Commandments']),
    Sign: line('How one knows that it has listened.', ['Domain']),
  }),
  template(7, 'Tavern', 'For when the party stops in a place that you had not written.', ['location', 'tavern'], {
    'The room': short('What one sees from the door.'),
    'The keeper': short('Who runs it, and what they will not talk about.', ['The room']),
    'On the board': list('What there is to eat, drink and sleep on, each with a price.', ['The room']),
    Regulars: list('Three who are always here, with what each is waiting for.', ['The keeper']),
    Tonight: short('What happens here this evening, whether or not the party has a hand in it.', [
      'The keeper',
      'Regulars',
    ]),
  }),
  template(8, 'Monster', 'Something dangerous that lives somewhere, for a reason.', ['monster'], {
    Kind: line('What it is, in the words of somebody who has seen it once.'),
    Appearance: short('What is seen of it first, and what is seen last.', ['Kind']),
    Lair: short('Where it lives, and what one finds on the way there.', ['Kind']),
    Hunting: { prompt: 'How it hunts, what it leaves, and when it breaks off.', after: ['Kind', 'Lair'] },
    Weakness: line('What it cannot bear, and how somebody could know.', ['Hunting']),
    Signs: list('Four signs that it is near, in the order in which the party would come upon them.', [
      'Lair',
      'Hunting',
    ]),
  }),
  template(9, 'Settlement', 'A village or a town with a reason to be where it is.', ['location', 'settlement'], {
    Site: short('Where it lies, and why somebody settled there.'),
    Living: short('What people live from, and what that does to the air, the water and their hands.', ['Site']),
    Rule: short('Who decides, who thinks they do, and how one is heard.', ['Living']),
    Quarters: list(
      'The parts of it, each with a landmark and somebody one meets there.',
      ['Site', 'Living'],
      [60, 140],
    ),
    Law: line('A law that strangers break without knowing.', ['Rule']),
    Unrest: short('What people talk about when the watch has gone by.', ['Rule', 'Living']),
  }),
  template(
    10,
    'Session recap',
    'What happened at the table, for those who were there and those who were not.',
    ['recap'],
    {
      'Last time': {
        prompt: 'Tell what happened in [what happened this session], in the past tense, as a chronicler would.',
        format: 'LONG_PARAGRAPH',
        length: 'LONG',
      },
      'Who was there': list('Who took part and one deed of each.', ['Last time']),
      Gained: list('What was won, bought, learned or promised.', ['Last time'], [15, 80]),
      'Loose ends': list('What was left open, each as a question.', ['Last time'], [20, 90]),
      'Next time': line('One sentence to open the next session with.', ['Loose ends']),
    },
  ),
  template(11, 'Rumour table', 'Six things people say, of which some are true.', ['rumour'], {
    'Said aloud': list('Six rumours that are told openly in [where], numbered, each a sentence.', undefined, [70, 160]),
    'What is true': list(
      'For each of them whether it is true, false or half of it, and what is behind it.',
      ['Said aloud'],
      [70, 180],
    ),
    'Who tells it': short('Who tells the loudest of them, and why.', ['Said aloud']),
    'Not said': { ...line('The one thing that everybody knows and nobody says.', ['What is true']), optional: true },
  }),
  template(12, 'Ship', 'Something that floats, flies or rolls, and whoever lives in it.', ['vehicle', 'ship'], {
    Hull: short('What it looks like from the quay, and what it was built for.'),
    Master: short('Who commands it, and what they owe.', ['Hull']),
    Crew: list('Four of the crew, each with a task and a quarrel.', ['Master']),
    Cargo: short('What it carries by its papers, and what it carries.', ['Master']),
    Quirk: line('What one has to know to sail it and is told by nobody.', ['Hull']),
    Course: short('Where it is going, who is waiting there, and what lies between.', ['Cargo', 'Master']),
  }),
]
