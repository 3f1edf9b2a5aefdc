import { z } from 'zod'
import { imageModels } from '#domain/image-catalogue.ts'
import { folderName, loreName, oneOf, prose, type Random, tagsOf } from '../../../demo/grammar.ts'
import type { Wanted } from './history.ts'
import type { Person } from './person.ts'

/** A campaign that several people share. */
export interface Place {
  campaignId: string
  owner: Person
  members: readonly Person[]
  /** Folders of everybody, none of which is ever deleted. */
  folders: string[]
}

/** Who does something, where, and what is theirs there. */
export interface Doer {
  person: Person
  admin: Person
  place: Place
  folders: string[]
  lore: string[]
  pictures: string[]
  random: Random
  /** The slug of the model that draws. */
  model: string
}

export type Deed = (doer: Doer) => Promise<unknown>

const once = [1, 1] as const
const perhaps = [0, 1] as const
const Made = z.object({ id: z.uuid() })
const Pictures = z.object({ images: z.array(Made) })
const Deleted = z.object({ operationId: z.uuid() })

/** Its id, if it is said to be made. */
const made = async (person: Person, path: string, body: object, event: string) => {
  const answer = await person.command({ method: 'POST', path, body, emits: { [event]: once } })
  return answer && Made.parse(answer).id
}

const madeCollection = ({ person, place: { campaignId }, random }: Doer, parentId: string | null) =>
  made(person, '/collections', { campaignId, name: folderName(random), parentId }, 'CollectionCreated')

const madeConjuration = ({ person, place: { campaignId }, random }: Doer, collectionId: string | null) => {
  const content = { name: loreName(random), description: prose(random), tags: tagsOf(random) }
  return made(person, '/conjurations', { campaignId, collectionId, ...content }, 'ConjurationCreated')
}

const anywhere = ({ place, random }: Doer) => (random() < 0.2 ? null : (oneOf(random, place.folders) ?? null))

const restore = ({ person, place }: Doer, operationId: string, emits: Wanted['emits']) =>
  person.command({
    method: 'POST',
    path: `/campaigns/${place.campaignId}/trash/${operationId}/restore`,
    emits,
  })

/** What people do, and how often one is done among the others. A deed that needs what is not there yet does nothing. */
const deeds: Readonly<Record<string, { often: number; deed: Deed }>> = {
  'make a folder': {
    often: 3,
    async deed(doer) {
      const id = await madeCollection(doer, anywhere(doer))
      if (!id) return
      doer.folders.push(id)
      doer.place.folders.push(id)
    },
  },
  'rename a folder': {
    often: 3,
    async deed({ person, folders, random }) {
      const id = oneOf(random, folders)
      const body = { name: `${folderName(random)} ${Math.floor(random() * 1e9)}` }
      if (id)
        await person.command({ method: 'PATCH', path: `/collections/${id}`, body, emits: { CollectionRenamed: once } })
    },
  },
  'move a folder': {
    often: 3,
    async deed(doer) {
      const id = oneOf(doer.random, doer.folders)
      const body = { parentCollectionId: anywhere(doer) }
      const emits = { CollectionMoved: perhaps }
      if (id) await doer.person.command({ method: 'POST', path: `/collections/${id}/move`, body, emits })
    },
  },
  'write lore': {
    often: 5,
    async deed(doer) {
      const id = await madeConjuration(doer, anywhere(doer))
      if (id) doer.lore.push(id)
    },
  },
  'change lore': {
    often: 8,
    async deed({ person, lore, random }) {
      const id = oneOf(random, lore)
      const [description, name] = [`${prose(random)} ${random()}`, `${loreName(random)} ${Math.floor(random() * 1e9)}`]
      const emits = { ConjurationDescribed: once, ConjurationRenamed: once, ConjurationTagged: perhaps }
      const body = { description, name, tags: tagsOf(random) }
      if (id) await person.command({ method: 'PATCH', path: `/conjurations/${id}`, body, emits })
    },
  },
  'show lore to others': {
    often: 2,
    async deed({ person, lore, random }) {
      const id = oneOf(random, lore)
      const body = { visibility: oneOf(random, ['DM', 'CAMPAIGN']) }
      const emits = { ConjurationVisibilityChanged: perhaps }
      if (id) await person.command({ method: 'PATCH', path: `/conjurations/${id}`, body, emits })
    },
  },
  'move lore': {
    often: 3,
    async deed(doer) {
      const id = oneOf(doer.random, doer.lore)
      const body = { collectionId: anywhere(doer) }
      const emits = { ConjurationMoved: perhaps }
      if (id) await doer.person.command({ method: 'POST', path: `/collections/conjurations/${id}/move`, body, emits })
    },
  },
  'delete lore and restore it': {
    often: 1,
    async deed(doer) {
      const id = await madeConjuration(doer, anywhere(doer))
      const emits = { ConjurationDeleted: once }
      const gone = id && (await doer.person.command({ method: 'DELETE', path: `/conjurations/${id}`, emits }))
      const restored = { OperationBegun: once, ConjurationRestored: once, OperationEnded: once }
      if (gone) await restore(doer, Deleted.parse(gone).operationId, restored)
    },
  },
  'delete a folder with lore in it and restore it': {
    often: 1,
    async deed(doer) {
      const id = await madeCollection(doer, null)
      if (!id) return
      await madeConjuration(doer, id)
      const emits = { CollectionDeleted: once }
      const gone = await doer.person.command({ method: 'DELETE', path: `/collections/${id}`, emits })
      if (gone && doer.random() < 0.5)
        await restore(doer, Deleted.parse(gone).operationId, { CollectionRestored: once })
    },
  },
  'give somebody another role': {
    often: 1,
    async deed({ place: { owner, campaignId, members }, random }) {
      const member = oneOf(random, members)
      const path = `/campaigns/${campaignId}/members/${member?.id}/role`
      const emits = { MemberRoleChanged: perhaps }
      if (member) await owner.command({ method: 'PATCH', path, body: { role: oneOf(random, [1, 2]) }, emits })
    },
  },
  'have a picture drawn': {
    often: 2,
    async deed({ person, place, pictures, random, model }) {
      const modelId = imageModels.find(({ slug }) => slug === model)?.id
      const wanted = { modelId, prompt: loreName(random), count: 1, width: 1024, height: 1024 }
      const answer = await person.command({
        method: 'POST',
        path: '/images',
        body: { ...wanted, campaignId: place.campaignId },
        emits: { CreditsHeld: once, ImageRequested: once },
      })
      if (answer) pictures.push(...Pictures.parse(answer).images.map(({ id }) => id))
    },
  },
  'rename a picture': {
    often: 1,
    async deed({ person, pictures, random }) {
      const id = oneOf(random, pictures)
      const body = { name: `${loreName(random)} ${Math.floor(random() * 1e9)}` }
      if (id) await person.command({ method: 'PATCH', path: `/images/${id}/name`, body, emits: { ImageRenamed: once } })
    },
  },
  'extend a picture': {
    often: 2,
    async deed({ person, pictures, random }) {
      const id = oneOf(random, pictures)
      const body = { [oneOf(random, ['up', 'down', 'left', 'right']) ?? 'up']: 150 }
      const emits = { CreditsHeld: perhaps, ImageEditRequested: once, ImageEditStarted: perhaps }
      if (id) await person.command({ method: 'POST', path: `/images/${id}/outpaint`, body, emits })
    },
  },
  'undo what was done to a picture': {
    often: 1,
    async deed({ person, pictures, random }) {
      const id = oneOf(random, pictures)
      const emits = {
        ImageEditChosen: perhaps,
        ImageShown: perhaps,
        ImageEditCancelled: [0, 10],
        ImageEditStarted: perhaps,
      } as const
      if (id) await person.command({ method: 'DELETE', path: `/images/${id}/edits`, emits })
    },
  },
  'be given credits': {
    often: 1,
    async deed({ admin, person }) {
      const body = { userId: person.id, credits: 5, reason: 'For the load' }
      await admin.command({ method: 'POST', path: '/admin/credits/add', body, emits: { CreditsGranted: once } })
    },
  },
}

/** Does one of the deeds of these names, the frequent ones more often. */
export const among = (names: readonly string[]): Deed => {
  const chances = names.flatMap((name) => {
    const { often = 0, deed = async () => undefined } = deeds[name] ?? {}
    return Array.from({ length: often }, () => deed)
  })
  return (doer) => oneOf(doer.random, chances)(doer)
}

/** Does any of them. */
export const doSomething: Deed = among(Object.keys(deeds))
