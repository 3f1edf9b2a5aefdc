import type { Visibility } from '#domain/access.ts'
import type { Page } from './pages.ts'
import type { DemoPerson } from './people.ts'

type Text = Pick<Page, 'name' | 'description' | 'tags'>

/** A change of a page: `finish` writes its final text, `restore` its first one. */
export type Step = { by: DemoPerson } & (
  | { finish: true }
  | { write: Partial<Text> & { visibility?: Visibility } }
  | { restore: true }
  | { moveTo: string }
)

/** The history of a page: its first values where they differ from the final ones, and the changes since. */
export interface Story {
  page: string
  first: Partial<Text> & { visibility?: Visibility; folder?: string }
  steps: readonly Step[]
}

/** The histories; each ends with the final version of its page. */
export const stories: readonly Story[] = [
  {
    page: 'Welcome to Orison',
    first: { name: 'Read me', description: 'House rules and a map go here. Tomasz, will you?', tags: ['start here'] },
    steps: [
      { by: 'Tomasz', write: { name: 'Welcome to Orison' } },
      { by: 'Ines', finish: true },
    ],
  },
  {
    page: 'Little Mercy',
    first: {
      name: 'The Small Bell',
      description:
        'The smallest of the seven. Rung at dawn, by a child, for boats that are still out. Cracked? Ask Ines.',
      tags: ['bell'],
    },
    steps: [
      { by: 'Ines', write: { name: 'Little Mercy', tags: ['bell', 'harbour'] } },
      { by: 'Tomasz', finish: true },
    ],
  },
  {
    page: 'The Unsaid',
    first: { name: 'Dave', description: 'The seventh bell. Needs a better name than this.', tags: ['bell'] },
    steps: [
      { by: 'Ines', write: { name: 'The Unsaid' } },
      { by: 'Tomasz', finish: true },
    ],
  },
  {
    page: 'Dame Ottoline Vantry',
    first: {
      name: 'Dame Ottilie Vantry',
      description: 'Rich, small, dangerous. Owns half of the Drowned Quarter. Wants the other half.',
      tags: ['npc', 'villain'],
    },
    steps: [
      { by: 'Tomasz', write: { name: 'Dame Ottoline Vantry' } },
      { by: 'Ines', write: { tags: ['npc', 'house vantry', 'merchant'] } },
      { by: 'Tomasz', finish: true },
    ],
  },
  {
    page: 'Nettle Quill',
    first: {
      description:
        "Harl's daughter, twenty-six, a salvor. She has put a hand on Contrition. She says that it was warm.",
      tags: ['npc', 'diver'],
    },
    steps: [
      { by: 'Petra', write: { tags: ['npc', 'salvors', 'diver'] } },
      { by: 'Tomasz', finish: true },
    ],
  },
  {
    page: 'The Fish Cross',
    first: {},
    steps: [
      { by: 'Ines', write: { description: 'Crisps, the good ones. Lemons. Candles. Batteries.' } },
      { by: 'Idris', restore: true },
    ],
  },
  {
    page: 'The Ledger of Other',
    first: { folder: 'Quests › Open', name: 'Column Seven' },
    steps: [
      { by: 'Wren', finish: true },
      { by: 'Wren', moveTo: 'Things of Worth' },
    ],
  },
  {
    page: 'The Clapper in the Altar',
    first: { visibility: 'DM', tags: ['rumour'] },
    steps: [
      { by: 'Wren', write: { tags: ['rumour', 'the unsaid'] } },
      { by: 'Wren', write: { visibility: 'CAMPAIGN' } },
    ],
  },
  {
    page: 'Session 4: Small Cakes',
    first: {
      name: 'Session 4',
      description: 'Tea with Dame Ottoline. Eleven cakes. To be written up when I can move.',
    },
    steps: [{ by: 'Wren', finish: true }],
  },
  {
    page: 'Running the Baring',
    first: { tags: ['rules'] },
    steps: [
      { by: 'Tomasz', write: { tags: ['secret', 'rules'] } },
      { by: 'Ines', finish: true },
    ],
  },
  {
    page: "Frey's Cup",
    first: {
      description: 'A teacup of harbour water which is not level. Borrow it and bring it back before the fourteenth.',
      tags: ['item'],
    },
    steps: [
      { by: 'Tomasz', write: { tags: ['item', 'tides'] } },
      { by: 'Ines', finish: true },
    ],
  },
]

/** Pages that are deleted individually, by name, with the member who deletes each. */
export const deletedPages: Readonly<Record<string, DemoPerson>> = {
  'Shopping List for Saturday': 'Ines',
  'Is the Widow a Ghost?': 'Tomasz',
}

/** Returns the page as it is created. */
export const firstOf = (page: Page, story: Story | undefined): Page => ({ ...page, ...story?.first })

/** The page after each of its story's steps. */
export function versionsOf(page: Page, story: Story): Page[] {
  const first = firstOf(page, story)
  let version = first
  return story.steps.map((step) => {
    version = { ...version, ...changeOf(page, first, step) }
    return version
  })
}

const text = ({ name, description, tags }: Text): Text => ({ name, description, tags })

const changeOf = (page: Page, first: Page, step: Step): Partial<Page> => {
  if ('write' in step) return step.write
  if ('moveTo' in step) return { folder: step.moveTo }
  return text('finish' in step ? page : first)
}
