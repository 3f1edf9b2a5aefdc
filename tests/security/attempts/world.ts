import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { imageModels } from '#domain/image-catalogue.ts'
import { productTemplates } from '#domain/template-catalogue.ts'
import { campaignOf, join, onBasic } from '../../api/campaign.ts'
import { multipart } from '../../api/multipart.ts'
import { tabs } from '../../api/socket.ts'
import { wantedPicture } from '../../api/wanted-picture.ts'
import { quickTexts } from '../../quick-texts.ts'
import { simulatedPayments } from '../../simulated-payments.ts'
import { type Answer, eventually, type Person, startStack } from '../../stack.ts'

export const password = 'correct horse'
export const billingAddress = { line1: '1 Quay', city: 'Tidewater', state: 'ME', postalCode: '04101', country: 'US' }
export const operatorKey = 'o'.repeat(43)
export type World = Awaited<ReturnType<typeof startWorld>>

/** Pictures of a size that uploads take. */
const png = () =>
  sharp({ create: { width: 1024, height: 1024, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()

/** The answer, or an error with its text where it is a refusal. */
export const done = async (asked: Promise<Answer>): Promise<Answer> => {
  const answer = await asked
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text.slice(0, 500)}`)
  return answer
}

/** Mails of a kind to an address, the latest first. */
export const mailsTo = async (w: World, email: string, kind: string) =>
  (await w.stack.mails.list({ limit: 500, offset: 0 })).data.filter((mail) => mail.to === email && mail.kind === kind)

/** The token of the latest link that verifies an address. */
export const verifyToken = async (w: World, email: string): Promise<string> => {
  const mail = await eventually(async () => (await mailsTo(w, email, 'verification'))[0])
  return /token=([\w-]+)/.exec(mail.text)?.[1] ?? ''
}

/** Gives an account a new address: an admin requests it, and its user confirms it. */
export const changeAddress = async (w: World, someone: Person): Promise<void> => {
  const email = `${randomUUID()}@example.org`
  await done(w.admin.post('/api/admin/user/update-email', { userId: someone.id, email, reason: 'Asked' }))
  await done(someone.post('/api/users/me/email/confirm', { token: await verifyToken(w, email) }))
}

/** An installation with users in all roles, and things of all kinds that some of them do not see. */
export async function startWorld() {
  const payments = await simulatedPayments()
  const stack = await startStack({
    payments: payments.payments,
    textModel: quickTexts(),
    google: { clientId: 'id', clientSecret: 'secret' },
    operatorKey,
  })
  await stack.app.listen({ host: '127.0.0.1', port: payments.port })
  const { port } = stack.app.server.address() as AddressInfo
  const here = await campaignOf(stack)
  const { admin, owner, dm, player, stranger: outsider, campaignId } = here
  const [removed, banned, auditor, target] = (await Promise.all(
    ['Rufus Removed', 'Bella Banned', 'Audrey Auditor', 'Tara Target'].map((name) => stack.member(name)),
  )) as [Person, Person, Person, Person]
  for (const someone of [removed, banned]) await join(owner, someone, campaignId)
  await onBasic(admin, owner)
  await done(admin.post('/api/auth/admin/set-role', { userId: auditor.id, role: 'auditor', reason: 'Asked' }))

  const now = async () => ({ 'min-position': String(await stack.store.head()) })
  const make = async (someone: Person, route: string, body: object): Promise<string> =>
    (await done(someone.post(`/api/${route}`, body, await now()))).body.id
  const upload = async (someone: Person, query: string): Promise<string> => {
    const form = multipart({ image: { bytes: await png(), type: 'image/png' } })
    const url = `/api/images/upload?${query}`
    const { body } = await done(someone.send('POST', url, form.payload, { ...form.headers, ...(await now()) }))
    return body.id
  }
  const fileIn = async (
    someone: Person,
    campaign: string,
    filename: string,
    bytes: Buffer = Buffer.from('Toll'),
    type = 'text/plain',
  ) => {
    const form = multipart({ file: { bytes, type, filename } })
    return someone.send('POST', `/api/campaigns/${campaign}/files`, form.payload, form.headers)
  }
  const things = await furnish({ campaignId, owner, player, removed, outsider, make, upload, fileIn, now })
  await done(owner.delete(`/api/campaigns/${campaignId}/members/${removed.id}`))
  await done(admin.post('/api/auth/admin/ban-user', { userId: banned.id, banReason: 'Spam' }))

  /** An administrator's browser that acts as somebody, and a token of the administrator's own session. */
  const impersonate = async (userId: string) => {
    const second = await stack.signUp('Second')
    await done(admin.post('/api/auth/admin/set-role', { userId: second.id, role: 'admin', reason: 'Asked' }))
    const browser = stack.anyone()
    await browser.post('/api/auth/sign-in/email', { email: second.email, password })
    const signedIn = await done(stack.anyone().post('/api/auth/sign-in/email', { email: second.email, password }))
    const own = browser.cookies()
    await done(browser.post('/api/auth/admin/impersonate-user', { userId, reason: 'Help' }))
    return { browser, second, own, token: signedIn.body.token as string }
  }
  const impersonated = (await impersonate(target.id)).browser
  const opened = tabs()

  return {
    stack,
    payments,
    port,
    admin,
    owner,
    dm,
    player,
    outsider,
    removed,
    banned,
    auditor,
    target,
    campaignId,
    things,
    now,
    make,
    upload,
    fileIn,
    impersonate,
    impersonated,
    opened,
    anonymous: stack.anyone(),
    /** As the present answer of the views. */
    get: async (someone: Person, url: string) => someone.get(url, await now()),
    /** A campaign with these members, in this order. */
    async table(host: Person, ...members: Person[]): Promise<string> {
      const id = await make(host, 'campaigns', { name: 'Table' })
      for (const someone of members) await join(host, someone, id)
      return id
    },
    /** Waits for the end of an operation of somebody's. */
    ended: (someone: Person, operationId: string, status = 'ENDED') =>
      eventually(async () => {
        const { body } = await someone.get(`/api/operations/${operationId}`)
        return body.status === status && body
      }),
    /** Credits of somebody, once nothing of theirs is held. */
    credits: async (someone: Person): Promise<number> =>
      eventually(async () => {
        const { body } = await someone.get('/api/users/credits', await now())
        return body.held === 0 ? { available: body.available as number } : undefined
      }).then(({ available }) => available),
    picture: (over: object = {}) => wantedPicture(campaignId, over),
    /** A user with a card at the payment provider. */
    async payer() {
      const someone = await stack.member('Penny Payer')
      return { someone, card: await payments.card() }
    },
    async end() {
      opened.close()
      await stack.stop()
      await payments.end()
    },
  }
}

interface Furnishing {
  campaignId: string
  owner: Person
  player: Person
  removed: Person
  outsider: Person
  make(someone: Person, route: string, body: object): Promise<string>
  upload(someone: Person, query: string): Promise<string>
  fileIn(someone: Person, campaign: string, filename: string): Promise<Answer>
  now(): Promise<Record<string, string>>
}

/** Things of the owner's: `shown` ones every member sees, `secret` ones the owner and DMs. */
async function furnish({ campaignId, owner, player, removed, outsider, make, upload, fileIn, now }: Furnishing) {
  const lore = (visibility: string, name: string, by = owner) =>
    make(by, 'conjurations', { campaignId, name, visibility, description: `${name} in words`, tags: [name] })
  const segment = (entityId: string, type: string, isForDms: boolean) =>
    make(owner, 'content-segments', {
      entityType: 'CONJURATION',
      entityId,
      type,
      isForDms,
      title: isForDms ? 'Zanzibar' : 'Shown text',
      ...(type === 'STORY' && { content: isForDms ? 'The zanzibar plan' : 'For all' }),
    })
  const shown = await lore('CAMPAIGN', 'Shownlore')
  const secret = await lore('DM', 'Zanzibar')
  const folder = await make(owner, 'collections', { campaignId, name: 'Shown folder', visibility: 'CAMPAIGN' })
  const secretFolder = await make(owner, 'collections', { campaignId, name: 'Zanzibar', visibility: 'DM' })
  const story = await segment(shown, 'STORY', false)
  const secretStory = await segment(shown, 'STORY', true)
  const gallery = await segment(shown, 'GALLERY', false)
  const image = await upload(owner, `campaignId=${campaignId}&conjurationId=${shown}`)
  const secretImage = await upload(owner, `campaignId=${campaignId}&conjurationId=${secret}`)
  const looseImage = await upload(owner, `campaignId=${campaignId}`)
  const file = (await done(fileIn(owner, campaignId, 'note.txt'))).body.id as string
  const removedLore = await lore('CAMPAIGN', 'Left behind', removed)
  const trashed = await lore('CAMPAIGN', 'Thrown away')
  const trashing = (await done(owner.delete(`/api/conjurations/${trashed}`))).body.operationId as string
  const link = await done(
    owner.post(`/api/relationships/${shown}`, { relatedNodeId: secret, comment: 'Zanzibar' }, await now()),
  )
  const template = await make(owner, 'templates', {
    name: 'Private template',
    visibility: 'PRIVATE',
    attributes: [{ id: randomUUID(), name: 'Look', prompt: 'How it looks in [place]' }],
  })
  const invitation = (await done(owner.post(`/api/campaigns/${campaignId}/invitations`, {}))).body as {
    id: string
    code: string
  }
  const foreign = await make(outsider, 'campaigns', { name: 'Elsewhere' })
  const foreignLore = await make(outsider, 'conjurations', { campaignId: foreign, name: 'Far', visibility: 'CAMPAIGN' })
  const playersLore = await lore('CAMPAIGN', 'Of the player', player)
  const shownEdit = await eventually(async () => {
    const { body } = await owner.get(`/api/images/${image}`, await now())
    return body.edits?.at(-1)?.id as string | undefined
  })
  const secretEdit = await eventually(async () => {
    const { body } = await owner.get(`/api/images/${secretImage}`, await now())
    return body.edits?.at(-1)?.id as string | undefined
  })
  return {
    shown,
    secret,
    folder,
    secretFolder,
    story,
    secretStory,
    gallery,
    image,
    secretImage,
    looseImage,
    file,
    ...{
      removedLore,
      trashed,
      trashing,
      template,
      invitation,
      foreign,
      foreignLore,
      playersLore,
      shownEdit,
      secretEdit,
    },
    link: link.body.id as string,
  }
}

/** A template that comes with the product. */
export const productTemplate = productTemplates[0]?.id ?? ''
export const modelId = imageModels.find(({ slug }) => slug === 'studio-vista')?.id ?? ''
export const key = (id: string = randomUUID()) => ({ 'idempotency-key': id })
/** The same request several times at the same moment. */
export const together = <Result>(times: number, send: (n: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => send(n)))
