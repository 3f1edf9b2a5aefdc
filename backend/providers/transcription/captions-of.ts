import { z } from 'zod'
import { type Transcription, TranscriptionError } from '../transcription.ts'

const Segment = z.object({
  start: z.number().min(0).max(1e6),
  text: z.string(),
  speaker: z.union([z.string(), z.number()]).nullish(),
  no_speech_prob: z.number().nullish(),
  avg_logprob: z.number().nullish(),
})
type Segment = z.infer<typeof Segment>

const Answer = z.object({ text: z.string().optional(), segments: z.array(Segment).max(200_000).nullish() })
const ErrorAnswer = z.object({ error: z.unknown() })

/** True for a line that the model invented for silence. Models also repeat lines. Source: thresholds of whisper.cpp and OpenAI. */
const isInvented = ({ no_speech_prob: silence, avg_logprob: likelihood }: Segment) =>
  (silence ?? 0) > 0.6 && (likelihood ?? 0) < -1
const mostRepeats = 2

const withoutInvented = (segments: readonly Segment[]): Segment[] => {
  const spoken: Segment[] = []
  let repeats = 0
  let last: string | undefined
  for (const segment of segments) {
    const text = segment.text.trim()
    if (text === '' || isInvented(segment)) continue
    repeats = text === last ? repeats + 1 : 1
    last = text
    if (repeats <= mostRepeats) spoken.push(segment)
  }
  return spoken
}

const two = (n: number) => String(n).padStart(2, '0')
const timeOf = (seconds: number) => {
  const ms = Math.round(seconds * 1_000)
  const [h, m, s] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1_000) % 60]
  return `${two(h)}:${two(m)}:${two(s)}.${String(ms % 1_000).padStart(3, '0')}`
}
const escaped = (text: string) =>
  text.replace(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const speakerOf = ({ speaker }: Segment) => {
  const name = String(speaker ?? '')
    .replace(/[<>\s]+/g, ' ')
    .trim()
  return name === '' ? '' : `<v ${name.slice(0, 60)}>`
}

const captions = (segments: readonly Segment[]) =>
  [
    'WEBVTT',
    ...segments.map((segment) => {
      const at = timeOf(segment.start)
      return `${at} --> ${at}\n${speakerOf(segment)}${escaped(segment.text.trim())}`
    }),
  ].join('\n\n')

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new TranscriptionError('unusable', 'The transcription server answered neither JSON nor captions')
  }
}

/** Reads an answer: `verbose_json`, `diarized_json`, `json` or WebVTT. Throws `TranscriptionError`. */
export const captionsOf = (text: string): Omit<Transcription, 'madeBy'> => {
  if (/^\uFEFF?WEBVTT(?:\s|$)/.test(text)) {
    if (!text.includes('-->')) throw new TranscriptionError('silent', 'There are no words in this recording')
    return { name: 'recording.vtt', text }
  }
  const json = parsed(text)
  // whisper.cpp answers errors with 200.
  if (ErrorAnswer.safeParse(json).success)
    throw new TranscriptionError('refused', 'The transcription server could not read the recording')
  const { data: answer } = Answer.safeParse(json)
  if (!answer || (answer.text === undefined && !answer.segments))
    throw new TranscriptionError('unusable', 'The transcription server answered no transcript')
  const segments = withoutInvented(answer.segments ?? [])
  if (segments.length > 0) return { name: 'recording.vtt', text: captions(segments) }
  const plain = answer.segments ? '' : (answer.text?.trim() ?? '')
  if (plain === '') throw new TranscriptionError('silent', 'There are no words in this recording')
  return { name: 'recording.txt', text: plain }
}
