import type pg from 'pg'
import { writingEvents, writings } from '#domain/writings.ts'
import { draftText, failureOf } from '../commands/writings/draft.ts'
import type { Files } from '../providers/files.ts'
import { TextFailed, type TextModel } from '../providers/text-model.ts'
import type { UntrustedInput } from '../providers/untrusted-input.ts'
import { reactor } from './reactor.ts'

interface Ports {
  pool: pg.Pool
  files: Files
  untrusted: UntrustedInput
  textModel: TextModel
  /** Publishes the next piece of a text; `at` is the number of characters before it. */
  publish: (writingId: string, at: number, text: string) => void
}

/** Characters that are published at once: single words would exceed the rate of a topic. */
const pieceLetters = 24

/** Writes texts for which no request is open. A busy provider is retried; any other outcome is recorded. */
export const writeTexts = ({ pool, files, untrusted, textModel, publish }: Ports) =>
  reactor(writingEvents, {
    name: 'write-texts',
    slow: true,
    attempts: 3,
    when: { WritingRequested: ({ isAwaited, purpose }) => !isAwaited && purpose !== 'answer' },
    on: {
      async WritingRequested(_data, { event, signal, last, stateOf, dispatch }) {
        // Opened, as a job's own event need not be.
        const writingId = event.stream.slice(event.stream.indexOf('-') + 1)
        const { status, request } = await stateOf(writings, writingId)
        if (status !== 'requested' || !request) return
        const writer = pieces((at, text) => publish(writingId, at, text))
        try {
          const needs = { pool, files, untrusted, textModel, handler: { stateOf } }
          const { content, receipt } = await draftText(request, needs, signal, writer.write)
          writer.end()
          const data = { ...receipt, text: content.slice(0, 100_000) }
          await dispatch(writings, writingId, { type: 'FinishWriting', data }, 'initiator')
        } catch (error) {
          // A server that is stopping records nothing: another worker will write the text.
          if (signal.aborted) throw error
          const isOutcome = error instanceof TextFailed && error.kind !== 'busy'
          if (!isOutcome && !last) throw error
          const data = failureOf(writingId, error)
          await dispatch(writings, writingId, { type: 'FailWriting', data }, 'initiator')
        }
      },
    },
  })

/** Collects the words of a text, and publishes them in pieces. */
const pieces = (publish: (at: number, text: string) => void) => {
  let at = 0
  let waiting = ''
  const end = () => {
    for (; waiting !== ''; waiting = waiting.slice(2_000)) {
      publish(at, waiting.slice(0, 2_000))
      at += Math.min(2_000, waiting.length)
    }
  }
  return {
    end,
    write(piece: string) {
      waiting += piece
      if (waiting.length >= pieceLetters) end()
    },
  }
}
