import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConversationMessage, ConversationWithMessages } from '#projections/conversation-messages.ts'
import { forgetFilePassages } from '#projections/file-passages.ts'
import { sweepFiles } from '../../backend/reactors/sweep-files.ts'
import { forgetUser } from '../../backend/sealing/forget.ts'
import { sealingKeys } from '../../backend/sealing/keys.ts'
import { personalData } from '../../backend/things.ts'
import { docxOf, paragraph, pdfOf } from '../documents.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, join, onBasic } from './campaign.ts'
import { multipart } from './multipart.ts'

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>

beforeAll(async () => {
  stack = await startStack()
  c = await campaignOf(stack)
  for (const each of [c.owner, c.dm, c.player]) await onBasic(c.admin, each)
})
afterAll(() => stack?.stop())

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const documents = {
  'Tolls.txt': ['text/plain', Buffer.from('The toll at the bridge of Vellmoor is nine crowns.')],
  'Heralds.md': ['text/markdown', Buffer.from('# Heralds\n\nThe herald of Quillmarch carries a drum.')],
  'Lamps.docx': [word, docxOf([paragraph('Lamps', 'Heading1'), paragraph('The lamp of Ostergate burns whale oil.')])],
  'Wells.pdf': ['application/pdf', pdfOf(['Wells', 'The well of Karrowdeep holds brackish water.'])],
} as const
type Document = keyof typeof documents

const now = async () => ({ 'min-position': String(await stack.store.head()) })
/** Resolves once the views show everything that was written. */
const projected = async () => c.owner.get('/api/users/me', await now())
const begin = async (by: Person): Promise<string> =>
  (await by.post('/api/conversations', { campaignId: c.campaignId, title: '' })).body.id
const formOf = (filename: string, type: string, bytes: Buffer) => multipart({ file: { bytes, type, filename } })
const send = (by: Person, url: string, filename: string, type: string, bytes: Buffer, headers: object = {}) => {
  const form = formOf(filename, type, bytes)
  return by.post(url, form.payload, { ...form.headers, ...headers })
}
const attach = async (by: Person, id: string, name: Document): Promise<string> => {
  const [type, bytes] = documents[name]
  const { status, body } = await send(by, `/api/conversations/${id}/files`, name, type, bytes)
  expect([status, body]).toEqual([201, expect.objectContaining({ name })])
  return body.id
}
const open = async (by: Person, id: string): Promise<ConversationWithMessages> =>
  (await by.get(`/api/conversations/${id}`, await now())).body
const ask = async (by: Person, id: string, message: string, context: object = {}): Promise<ConversationMessage> => {
  const { status, body } = await by.post(`/api/conversations/${id}/messages`, { message, context }, await now())
  expect([status, body]).toEqual([202, body])
  return eventually(async () => {
    const { messages, isAnswering } = await open(by, id)
    return isAnswering ? undefined : messages.find((each) => each.id === body.answerId && !each.isStreaming)
  })
}
const quotes = ({ parts }: ConversationMessage) => parts.flatMap((part) => (part.kind === 'quote' ? [part.text] : []))
const question = {
  'Tolls.txt': 'What is the toll at the bridge of Vellmoor?',
  'Heralds.md': 'What does the herald of Quillmarch carry?',
  'Lamps.docx': 'What does the lamp of Ostergate burn?',
  'Wells.pdf': 'What does the well of Karrowdeep hold?',
} as const

describe('who may not', () => {
  test('nobody but its member reads, keeps, removes or adds a file, and no impersonator', {
    tags: 'long',
  }, async () => {
    const id = await begin(c.player)
    const fileId = await attach(c.player, id, 'Tolls.txt')
    const [type, bytes] = documents['Tolls.txt']
    const url = `/api/conversations/${id}/files`
    const calls = async (by: Person) =>
      (
        await Promise.all([
          send(by, url, 'Tolls.txt', type, bytes),
          by.get(`${url}/${fileId}/download`),
          by.delete(`${url}/${fileId}`),
          by.post(`${url}/${fileId}/keep`, {}),
        ])
      ).map(({ status }) => status)
    for (const other of [c.owner, c.dm, c.stranger, c.admin]) expect(await calls(other)).toEqual([404, 404, 404, 404])
    await c.admin.post('/api/auth/admin/impersonate-user', { userId: c.player.id, reason: 'Test' })
    expect(await calls(c.admin)).toEqual([404, 404, 404, 404])
    await c.admin.post('/api/auth/admin/stop-impersonating')
    expect((await c.player.get(`${url}/${fileId}/download`)).text).toContain('nine crowns')
  })

  test('a message names the files of its own conversation alone', { tags: 'long' }, async () => {
    const [theirs, mine, another] = [await begin(c.dm), await begin(c.player), await begin(c.player)]
    const files = [await attach(c.dm, theirs, 'Tolls.txt'), await attach(c.player, another, 'Tolls.txt'), randomUUID()]
    for (const file of files) {
      const message = { message: question['Tolls.txt'], context: { files: [file] } }
      const { status, body } = await c.player.post(`/api/conversations/${mine}/messages`, message)
      expect([status, body.code]).toEqual([404, 'message_file_not_found'])
    }
    // As the campaign's file it is none either.
    const answer = await ask(c.player, mine, question['Tolls.txt'], { campaignFiles: [files[0]] })
    expect(JSON.stringify(answer)).not.toContain('nine crowns')
    expect((await c.owner.get(`/api/campaigns/${c.campaignId}/files`)).text).not.toContain('Tolls')
  })

  test('without a plan nothing is attached', { tags: 'long' }, async () => {
    const free = await stack.member()
    await join(c.owner, free, c.campaignId)
    await onBasic(c.admin, free)
    const id = await begin(free)
    const fileId = await attach(free, id, 'Tolls.txt')
    const change = { userId: free.id, plan: 'FREE', reason: 'Test', subscriptionPaidThrough: null }
    await c.admin.post('/api/admin/subscription/change', change)
    await free.get('/api/users/me', await now())
    const refused = await send(free, `/api/conversations/${id}/files`, 'a.txt', 'text/plain', Buffer.from('a'))
    expect([refused.status, refused.body.code]).toEqual([403, 'plan_required'])
    expect((await free.get(`/api/conversations/${id}/files/${fileId}/download`)).status).toBe(200)
  })
})

describe('an attached file', () => {
  test.each(Object.keys(documents) as Document[])('%s is quoted with its source, in later turns too', async (name) => {
    const id = await begin(c.player)
    const fileId = await attach(c.player, id, name)
    const answer = await ask(c.player, id, question[name], { files: [fileId] })
    expect(quotes(answer)[0]).toMatch(/nine crowns|drum|whale oil|brackish water/)
    expect(answer.sources[0]).toMatchObject({ kind: 'file', id: fileId, name, conversationId: id })
    // The first page of the PDF holds its title alone.
    expect(answer.sources[0]?.page).toBe(name === 'Wells.pdf' ? 2 : undefined)
    expect(answer.content.includes('Wells.pdf, page 2')).toBe(name === 'Wells.pdf')
    const later = await ask(c.player, id, `Once more: ${question[name]}`)
    expect(later.sources).toMatchObject([{ id: fileId }])
    const { messages } = await open(c.player, id)
    expect(messages[0]?.sources).toMatchObject([{ id: fileId, name, conversationId: id }])
  })

  test('is read again where its text was emptied', async () => {
    const id = await begin(c.player)
    const fileId = await attach(c.player, id, 'Wells.pdf')
    await forgetFilePassages(stack.pool)
    expect(quotes(await ask(c.player, id, question['Wells.pdf'], { files: [fileId] }))[0]).toContain('brackish')
  })

  test('is attached once, however often the request comes', async () => {
    const id = await begin(c.player)
    const key = { 'idempotency-key': randomUUID() }
    const [type, bytes] = documents['Lamps.docx']
    const url = `/api/conversations/${id}/files`
    const sent = await Promise.all([1, 2, 3].map(() => send(c.player, url, 'Lamps.docx', type, bytes, key)))
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1)
    await projected()
    const { rowCount } = await stack.pool.query('select from conversation_files where "conversationId" = $1', [id])
    expect(rowCount).toBe(1)
  })

  test('is removed while no message names it, with its bytes and its text', async () => {
    const id = await begin(c.player)
    const [unsent, sent] = [await attach(c.player, id, 'Tolls.txt'), await attach(c.player, id, 'Lamps.docx')]
    await projected()
    const { rows } = await stack.pool.query<{ key: string }>('select key from conversation_files where id = $1', [
      unsent,
    ])
    const key = rows[0]?.key ?? ''
    await ask(c.player, id, question['Lamps.docx'], { files: [sent] })
    const refused = await c.player.delete(`/api/conversations/${id}/files/${sent}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'attached_file_sent'])
    expect((await c.player.delete(`/api/conversations/${id}/files/${unsent}`)).status).toBe(200)
    expect((await c.player.delete(`/api/conversations/${id}/files/${unsent}`)).status).toBe(200)
    expect((await c.player.get(`/api/conversations/${id}/files/${unsent}/download`)).status).toBe(404)
    await eventually(async () => {
      const found = await stack.pool.query('select from read_files where key = $1', [key])
      return found.rowCount === 0 && (await stack.files.stat(key)) === undefined
    })
  })

  test('is removed a day later where no message names it by then', async () => {
    const id = await begin(c.player)
    const [unsent, sent] = [await attach(c.player, id, 'Tolls.txt'), await attach(c.player, id, 'Lamps.docx')]
    await ask(c.player, id, question['Lamps.docx'], { files: [sent] })
    const dueJobs = `from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'expire-attachments' and j.payload->>'stream' = $1`
    const { rows } = await stack.pool.query(`select j.run_at > now() + interval '23 hours' as "isLate" ${dueJobs}`, [
      `conversations-${id}`,
    ])
    expect(rows).toEqual([{ isLate: true }, { isLate: true }])
    await stack.pool.query(
      `update graphile_worker._private_jobs set run_at = now() where id in (select j.id ${dueJobs})`,
      [`conversations-${id}`],
    )
    await eventually(
      async () => (await c.player.get(`/api/conversations/${id}/files/${unsent}/download`)).status === 404,
    )
    await eventually(async () => (await stack.pool.query(`select ${dueJobs}`, [`conversations-${id}`])).rowCount === 0)
    expect((await c.player.get(`/api/conversations/${id}/files/${sent}/download`)).status).toBe(200)
  })

  test('is introduced by its name where it is quoted', async () => {
    const id = await begin(c.player)
    const file = await attach(c.player, id, 'Heralds.md')
    const answer = await ask(c.player, id, question['Heralds.md'], { files: [file] })
    expect(answer.parts.slice(0, 2)).toMatchObject([
      { kind: 'words', text: 'This is what “Heralds.md” says:' },
      { kind: 'quote', text: 'The herald of Quillmarch carries a drum.' },
    ])
  })

  test('is kept in the campaign’s files by its member alone, once', async () => {
    const id = await begin(c.player)
    const fileId = await attach(c.player, id, 'Heralds.md')
    const keep = () => c.player.post(`/api/conversations/${id}/files/${fileId}/keep`, {})
    const [first, second] = [await keep(), await keep()]
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
    const { body } = await c.owner.get(`/api/campaigns/${c.campaignId}/files`, await now())
    const kept = body.data.filter(({ name }: { name: string }) => name === 'Heralds.md')
    expect(kept).toMatchObject([{ id: first.body.id, addedBy: c.player.id }])
    const download = await c.owner.get(`/api/campaigns/${c.campaignId}/files/${first.body.id}/download`)
    expect(download.text).toContain('carries a drum')
  })

  test('counts for the storage of its member', async () => {
    const someone = await stack.member('Archivist')
    await join(c.owner, someone, c.campaignId)
    await onBasic(c.admin, someone)
    await attach(someone, await begin(someone), 'Wells.pdf')
    const used = await eventually(async () => (await someone.get('/api/users/me/usage', await now())).body?.used)
    expect(used).toBe(documents['Wells.pdf'][1].length)
  })

  test('is forgotten with its user', async () => {
    const someone = await stack.member('Leaver')
    await join(c.owner, someone, c.campaignId)
    await onBasic(c.admin, someone)
    await attach(someone, await begin(someone), 'Tolls.txt')
    const select = 'select key from conversation_files where "userId" = $1'
    const { key } = await eventually(
      async () => (await stack.pool.query<{ key: string }>(select, [someone.id])).rows[0],
    )
    const [type, bytes] = documents['Wells.pdf']
    const { body } = await send(someone, '/api/files/upload', 'Wells.pdf', type, bytes)
    const unclaimed = `unclaimed/${someone.id}/${body.id}`
    expect(await stack.files.stat(unclaimed)).toBeDefined()
    await forgetUser(
      { ...personalData, pool: stack.pool, keys: await sealingKeys(stack.pool), files: stack.files },
      someone.id,
    )
    for (const each of [key, unclaimed]) expect(await stack.files.stat(each)).toBeUndefined()
    expect((await stack.pool.query('select from file_passages')).rowCount).toBe(0)
  })
})

test.each([
  ['an encrypted PDF', 'a.pdf', pdfOf(['x'], { isEncrypted: true }), 422, 'document_encrypted'],
  ['a PDF of 10,000 pages', 'a.pdf', pdfOf(Array.from({ length: 10_000 }, () => 'x')), 422, 'document_too_many_pages'],
  ['a scan', 'a.pdf', pdfOf(['']), 422, 'document_without_text'],
  ['a damaged PDF', 'a.pdf', Buffer.from('%PDF-1.7 x'), 422, 'document_broken'],
  ['a picture', 'a.gif', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), 415, 'document_type'],
  ['a program', 'a.exe', Buffer.from('MZ'), 415, 'file_type'],
  ['a bomb', 'a.docx', docxOf([paragraph('a'.repeat(40 * 2 ** 20))]), 422, 'document_bomb'],
] as const)('%s is refused with a sentence', async (_what, name, bytes, status, code) => {
  const id = await begin(c.player)
  const refused = await send(c.player, `/api/conversations/${id}/files`, name, 'application/octet-stream', bytes)
  expect([refused.status, refused.body.code]).toEqual([status, code])
  expect(refused.body.detail).toMatch(/^[A-Z].{20,}\.$/)
  expect((await stack.pool.query('select from conversation_files where "conversationId" = $1', [id])).rowCount).toBe(0)
})

describe('a file that is uploaded without a campaign', () => {
  const upload = (by: Person, name: Document, headers: object = {}) =>
    send(by, '/api/files/upload', name, documents[name][0], documents[name][1], headers)
  const waiting = async (by: Person) =>
    (
      await stack.pool.query(`select key, stream from awaited_files where "userId" = $1 and key like 'unclaimed/%'`, [
        by.id,
      ])
    ).rows as { key: string; stream: string }[]

  test('is attached to the next message of its user, in whatever conversation, and to no other', async () => {
    const [first, second] = [await begin(c.player), await begin(c.player)]
    const { status, body } = await upload(c.player, 'Wells.pdf')
    expect([status, body]).toEqual([201, expect.objectContaining({ name: 'Wells.pdf', uri: null })])
    expect((await c.owner.get(`/api/campaigns/${c.campaignId}/files`, await now())).text).not.toContain('Wells')
    const answer = await ask(c.player, second, question['Wells.pdf'])
    expect(quotes(answer)[0]).toContain('brackish water')
    expect(answer.sources[0]).toMatchObject({ kind: 'file', id: body.id, page: 2, conversationId: second })
    const download = `/api/conversations/${second}/files/${body.id}/download`
    expect((await c.player.get(download)).status).toBe(200)
    for (const other of [c.owner, c.dm, c.admin]) expect((await other.get(download)).status).toBe(404)
    expect(await waiting(c.player)).toEqual([])
    expect(JSON.stringify(await ask(c.player, first, question['Wells.pdf']))).not.toContain('brackish')
  })

  test('may be named by that message, is uploaded once however often it comes, and is claimed by one of two messages', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const sent = await Promise.all([1, 2, 3].map(() => upload(c.player, 'Tolls.txt', key)))
    const ids = [...new Set(sent.map(({ body }) => body.id))]
    expect([sent.map(({ status }) => status), ids.length]).toEqual([[201, 201, 201], 1])
    expect(await waiting(c.player)).toHaveLength(1)
    const conversations = [await begin(c.player), await begin(c.player)]
    await projected()
    const message = { message: question['Tolls.txt'] }
    await Promise.all(conversations.map((id) => c.player.post(`/api/conversations/${id}/messages`, message)))
    await projected()
    const { rows } = await stack.pool.query('select "conversationId" from conversation_files where id = $1', ids)
    expect(rows).toHaveLength(1)
    await eventually(async () =>
      (await Promise.all(conversations.map((id) => open(c.player, id)))).every(({ isAnswering }) => !isAnswering),
    )
    const { body } = await upload(c.player, 'Lamps.docx')
    const answer = await ask(c.player, await begin(c.player), question['Lamps.docx'], { files: [body.id] })
    expect(answer.sources[0]).toMatchObject({ id: body.id })
  })

  test('is not replaced by another one under its id', async () => {
    const key = { 'idempotency-key': randomUUID() }
    expect((await upload(c.dm, 'Lamps.docx', key)).status).toBe(201)
    const [{ key: file = '' } = {}] = await waiting(c.dm)
    const before = await stack.files.get(file)
    const { status, body } = await upload(c.dm, 'Tolls.txt', key)
    expect([status, body.code]).toEqual([409, 'upload_differs'])
    expect(await stack.files.get(file)).toEqual(before)
    expect(quotes(await ask(c.dm, await begin(c.dm), question['Lamps.docx']))[0]).toContain('whale oil')
  })

  test('waits on where its message is refused, and no one else’s message takes it', async () => {
    const { body } = await upload(c.dm, 'Heralds.md')
    const refused = { message: 'What?', context: { files: [randomUUID()] } }
    const id = await begin(c.dm)
    expect((await c.dm.post(`/api/conversations/${id}/messages`, refused)).status).toBe(404)
    const others = await ask(c.player, await begin(c.player), question['Heralds.md'])
    expect(JSON.stringify(others)).not.toContain('drum')
    const named = { message: 'What?', context: { files: [body.id] } }
    expect((await c.player.post(`/api/conversations/${await begin(c.player)}/messages`, named)).status).toBe(404)
    expect(quotes(await ask(c.dm, await begin(c.dm), question['Heralds.md']))[0]).toContain('drum')
  })

  test('is refused without a plan, from an impersonator, where nothing reads it, and beyond ten', {
    tags: 'long',
  }, async () => {
    const by = await stack.member()
    const codes = async (...all: Promise<{ status: number; body: { code: string } }>[]) =>
      (await Promise.all(all)).map(({ status, body }) => [status, body.code])
    expect(await codes(upload(by, 'Tolls.txt'))).toEqual([[403, 'plan_required']])
    await onBasic(c.admin, by)
    await c.admin.post('/api/auth/admin/impersonate-user', { userId: by.id, reason: 'Test' })
    expect(await codes(upload(c.admin, 'Tolls.txt'))).toEqual([[403, 'not_as_somebody_else']])
    await c.admin.post('/api/auth/admin/stop-impersonating')
    const locked = pdfOf(['x'], { isEncrypted: true })
    expect(await codes(send(by, '/api/files/upload', 'a.pdf', 'application/pdf', locked))).toEqual([
      [422, 'document_encrypted'],
    ])
    for (let n = 0; n < 10; n++) expect((await upload(by, 'Tolls.txt')).status).toBe(201)
    expect(await codes(upload(by, 'Tolls.txt'))).toEqual([[409, 'message_files_full']])
    expect((await stack.anyone().post('/api/files/upload', {})).status).toBe(401)
  })

  test('is removed after a day if no message claims it', async () => {
    await upload(c.owner, 'Tolls.txt')
    const [{ key = '' } = {}] = await waiting(c.owner)
    expect(await stack.files.stat(key)).toBeDefined()
    await stack.pool.query(`update awaited_files set "putAt" = now() - interval '25 hours' where key = $1`, [key])
    const signal = new AbortController().signal
    const failed: unknown[] = []
    const warn = (error: unknown) => void failed.push(error)
    await sweepFiles({
      pool: stack.pool,
      store: stack.store,
      files: stack.files,
      mismatch: () => undefined,
      warn,
      signal,
    })
    expect([failed, await waiting(c.owner), await stack.files.stat(key)]).toEqual([[], [], undefined])
  })
})

describe('the campaign’s files', () => {
  const upload = async (name: Document) => {
    const [type, bytes] = documents[name]
    return (await send(c.owner, `/api/campaigns/${c.campaignId}/files`, name, type, bytes)).body.id as string
  }

  test.each(['Lamps.docx', 'Wells.pdf'] as const)('%s is read for an answer', async (name) => {
    const fileId = await upload(name)
    const answer = await ask(c.player, await begin(c.player), question[name], { campaignFiles: [fileId] })
    expect(quotes(answer)[0]).toMatch(/whale oil|brackish water/)
    expect(answer.sources[0]).toMatchObject({ kind: 'file', id: fileId, name })
    expect(answer.sources[0]).not.toHaveProperty('conversationId')
  })

  test('one that cannot be read is named with the reason', { tags: 'long' }, async () => {
    const bytes = pdfOf(['x'], { isEncrypted: true })
    const { body } = await send(c.owner, `/api/campaigns/${c.campaignId}/files`, 'Vault.pdf', 'application/pdf', bytes)
    for (const _try of [1, 2]) {
      const answer = await ask(c.player, await begin(c.player), 'What is in the vault?', { campaignFiles: [body.id] })
      expect(answer.content).toContain('I could not read “Vault.pdf”. This document is encrypted.')
    }
  })

  test('Word and PDF files are read for a text', async () => {
    const fileIds = [await upload('Lamps.docx'), await upload('Wells.pdf')]
    const wanted = { campaignId: c.campaignId, prompt: 'Describe the lamp of Ostergate', context: { fileIds } }
    const { status, body } = await c.player.post('/api/llms/arbitrary/prompt', wanted, await now())
    expect([status, typeof body.text]).toEqual([200, 'string'])
    const row = await eventually(async () => {
      const sql = `select used, omitted from writings where id = $1 and status <> 'REQUESTED'`
      return (await stack.pool.query(sql, [body.id])).rows[0]
    })
    expect(row).toMatchObject({
      omitted: [],
      used: expect.arrayContaining(fileIds.map((id) => ({ kind: 'file', id, revision: null }))),
    })
  })
})
