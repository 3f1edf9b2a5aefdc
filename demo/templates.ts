import type { Filling } from './filling.ts'
import { campaignId, idOf, keyOf } from './filling.ts'

interface Asked {
  name: string
  prompt: string
  format?: 'SINGLE_LINE' | 'SHORT_PARAGRAPH' | 'BULLET_POINTS'
  after?: readonly number[]
}

const attributesOf = (template: string, asked: readonly Asked[]) =>
  asked.map(({ name, prompt, format = 'SHORT_PARAGRAPH', after: dependsOn = [] }, sortOrder) => ({
    id: idOf('attribute', `${template}/${name}`),
    name,
    prompt,
    format,
    length: 'SHORT',
    sortOrder,
    dependsOn,
  }))

const templates = [
  {
    name: 'Harbour clerk',
    description: 'A minor official with one honest habit and one price.',
    tags: ['npc', 'harbour'],
    visibility: 'SHARED',
    asked: [
      { name: 'Appearance', prompt: 'What a skipper sees across the counter.' },
      {
        name: 'What they weigh',
        prompt:
          'Given [Appearance], say what this clerk of [harbour ward] is trusted to weigh, and what they refuse to.',
        after: [0],
      },
      {
        name: 'Price',
        prompt: 'What it takes to have them look at the tide instead.',
        format: 'SINGLE_LINE',
        after: [1],
      },
      {
        name: 'What they know',
        prompt: 'Three things that went over their scales this year.',
        format: 'BULLET_POINTS',
        after: [1],
      },
    ],
  },
  {
    name: 'A bell and its silence',
    description: 'Where it hangs, who cast it, what stopped it from ringing.',
    tags: ['item', 'bell-lore'],
    visibility: 'PRIVATE',
    asked: [
      { name: 'Founder', prompt: 'Who cast it, and for whom.' },
      { name: 'Note', prompt: 'What people say its note did.', format: 'SINGLE_LINE', after: [0] },
      { name: 'Last ringing', prompt: 'When it rang last, who heard, and what stopped it since.', after: [0, 1] },
    ],
  },
] as const

/** Creates the templates of Ines, and generates one entry from a template, which costs two credits once. */
export async function writeTemplates({ cast: { Ines }, plans, unlessChanged }: Filling): Promise<void> {
  if (!plans) return
  for (const { name, asked, ...rest } of templates)
    await unlessChanged(() =>
      Ines.act(keyOf('template', name), 'POST', '/templates', {
        id: idOf('template', name),
        name,
        attributes: attributesOf(name, asked),
        ...rest,
      }),
    )
  await unlessChanged(() =>
    Ines.act(keyOf('from template'), 'POST', '/collections/root/lore-from-template', {
      campaignId,
      templateId: idOf('template', 'Harbour clerk'),
      guidance: 'The clerk at the eel quay, who never takes coin.',
      values: { 'harbour ward': 'Low Saltmarch' },
    }),
  )
}
