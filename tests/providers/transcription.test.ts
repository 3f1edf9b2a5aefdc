import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTranscript } from '../../backend/providers/read-transcript.ts'
import { soundType } from '../../backend/providers/sound-type.ts'
import { captionsOf } from '../../backend/providers/transcription/captions-of.ts'
import { whisper } from '../../backend/providers/transcription/whisper.ts'
import { TranscriptionError, type TranscriptionProgress } from '../../backend/providers/transcription.ts'
import { startWhisper, type WhisperEmulator, type WhisperOutcome } from '../vendors/whisper.ts'

let server: WhisperEmulator
beforeAll(async () => {
  server = await startWhisper()
})
afterAll(() => server?.close())

const bytes = Buffer.alloc(300_000, 'sound')
const sound = {
  name: 'Session "6"\r\n.mp3',
  mime: 'audio/mpeg',
  size: bytes.length,
  open: async () => Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]),
}
const at = (more: Partial<Parameters<typeof whisper>[0]> = {}) =>
  whisper({
    baseUrl: server.url,
    model: 'whisper-1',
    apiKey: 'sk-test',
    maxBytes: 1e9,
    timeoutMs: 5_000,
    maxAnswerBytes: 2 ** 20,
    ...more,
  })
const alive = () => new AbortController().signal
const transcribe = (more?: Parameters<typeof at>[0], signal = alive()) => at(more).transcribe(sound, { signal })
const failure = async (outcome: WhisperOutcome | null, more?: Parameters<typeof at>[0]) => {
  if (outcome !== null) server.next(outcome)
  const error = await transcribe(more).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(TranscriptionError)
  return error as TranscriptionError
}

describe('a server with the wire of Whisper', () => {
  test('receives the sound as it is, and answers segments with their times', async () => {
    const progress: TranscriptionProgress[] = []
    const { name, text, madeBy } = await at().transcribe(sound, {
      signal: alive(),
      onProgress: (each) => progress.push(each),
    })
    const { file, fields } = server.calls.at(-1) ?? {}
    expect(file?.bytes.equals(bytes)).toBe(true)
    expect([file?.type, file?.name]).toEqual(['audio/mpeg', 'Session _6___.mp3'])
    expect(fields).toEqual({
      model: 'whisper-1',
      response_format: 'verbose_json',
      'timestamp_granularities[]': 'segment',
    })
    expect(madeBy).toBe(`whisper-1 at ${new URL(server.url).host}`)
    expect(progress.at(-2)).toEqual({ stage: 'sending', share: 1 })
    expect(progress.at(-1)).toEqual({ stage: 'transcribing' })
    expect(readTranscript(Buffer.from(text), name)).toEqual({
      speakers: [],
      seconds: 3_661,
      lines: [
        { speaker: null, at: 2, text: 'Thirty steps of water in the Drowned Tower.' },
        { speaker: null, at: 3_661, text: 'Then <dust> & bells.' },
      ],
    })
  })

  test('may answer captions with speakers, or text without times, and may be slow', async () => {
    server.next('captions', 'text', 'slow')
    const captions = await transcribe()
    expect(readTranscript(Buffer.from(captions.text), captions.name).speakers).toEqual(['Speaker0'])
    expect(await transcribe()).toMatchObject({ name: 'recording.txt', text: 'Footprints, going down.' })
    expect((await transcribe()).name).toBe('recording.vtt')
  })

  test('fails in a way that says whether another attempt helps', async () => {
    expect(await failure('rate-limited')).toMatchObject({ kind: 'busy', retryAfter: 7_000 })
    expect((await failure('failing')).kind).toBe('unreachable')
    expect((await failure('broken')).kind).toBe('unreachable')
    expect((await failure('cpp-error')).kind).toBe('refused')
    expect((await failure('undecodable')).kind).toBe('refused')
    expect((await failure('too-large')).kind).toBe('too_large')
    expect((await failure('silent')).kind).toBe('silent')
    for (const outcome of ['garbage', 'wrong-shape', 'page', 'huge'] as const)
      expect([outcome, (await failure(outcome)).kind]).toEqual([outcome, 'unusable'])
    expect((await failure('redirect')).kind).toBe('misconfigured')
    expect((await failure(null, { apiKey: 'sk-wrong' })).kind).toBe('misconfigured')
    expect((await failure(null, { baseUrl: 'http://127.0.0.1:9/v1' })).kind).toBe('unreachable')
  })

  test('that never answers, or never ends its answer, is given up on', async () => {
    expect((await failure('never', { timeoutMs: 200 })).kind).toBe('slow')
    expect((await failure('endless', { timeoutMs: 200 })).kind).toBe('slow')
  })

  test('is hung up on when the transcription is cancelled', async () => {
    const cancelled = new AbortController()
    server.next('never')
    const { length } = server.calls
    const ended = transcribe({}, cancelled.signal).catch((error: unknown) => error)
    await expect.poll(() => server.calls.length).toBe(length + 1)
    cancelled.abort(new Error('It was cancelled'))
    expect(await ended).toEqual(new Error('It was cancelled'))
    await expect.poll(() => server.calls.at(-1)?.signal.aborted).toBe(true)
  })

  test('is not called for sound that is missing', async () => {
    const { length } = server.calls
    const gone = { ...sound, open: () => Promise.reject(new Error('There is no file')) }
    await expect(at().transcribe(gone, { signal: alive() })).rejects.toThrow('There is no file')
    expect(server.calls).toHaveLength(length)
  })
})

test('lines that a model invents for silence are left out, and what it repeats stands twice at most', () => {
  const segments = [
    { start: 0, text: 'Thank you for watching!', no_speech_prob: 0.9, avg_logprob: -1.4 },
    ...Array.from({ length: 40 }, (_, n) => ({ start: n + 1, text: 'You' })),
    { start: 50, text: 'Down we go.', no_speech_prob: 0.7, avg_logprob: -0.3, speaker: 'A <b>' },
  ]
  const { text, name } = captionsOf(JSON.stringify({ segments }))
  expect(readTranscript(Buffer.from(text), name).lines.map((line) => line.text)).toEqual(['You', 'You', 'Down we go.'])
})

test('a recording is what its name claims, by its first bytes', () => {
  const padded = (...start: (string | number)[]) =>
    Buffer.concat([
      ...start.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.of(part))),
      Buffer.alloc(64),
    ])
  const sounds = {
    'a.mp3': padded('ID3'),
    'b.MP3': padded(0xff, 0xfb, 0x90, 0x64),
    'c.m4a': padded('\0\0\0 ftypM4A '),
    'd.wav': padded('RIFF\0\0\0\0WAVE'),
    'e.ogg': padded('OggS'),
    'f.webm': padded(0x1a, 0x45, 0xdf, 0xa3, 'B\u0082\u0084webm'),
  }
  for (const [name, start] of Object.entries(sounds)) {
    expect(soundType(name, start).mime).toMatch(/^audio\//)
    for (const other of Object.keys(sounds))
      if (other.slice(2).toLowerCase() !== name.slice(2).toLowerCase())
        expect(() => soundType(other, start)).toThrow('sound_content')
  }
  for (const wrong of [
    Buffer.alloc(0),
    Buffer.from('MZ'),
    padded('<html>'),
    padded(0xff, 0xf1, 0x50),
    padded('\0\0\0 ftypheic'),
  ])
    for (const name of Object.keys(sounds)) expect(() => soundType(name, wrong)).toThrow('sound_content')
  for (const name of ['a.exe', 'mp3', 'a.mp3.zip', 'a.constructor'])
    expect(() => soundType(name, padded('ID3'))).toThrow('sound_kind')
})
