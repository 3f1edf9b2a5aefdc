import { eachField, readBytes, readNumber, readText, readUint64 } from './protobuf.ts'

/** The content of a `BatchAppendResp`: revision and position of the last event, or the failure with gRPC's status code. */
export interface AppendAnswer {
  /** The correlation of the request. */
  correlation: number
  failure: { code: number; text: string } | undefined
  /** Stream revision and log position of the last event; 0n where there is none. */
  revision: bigint
  position: bigint
}

export function decodeAppendAnswer(bytes: Buffer): AppendAnswer {
  const answer: AppendAnswer = { correlation: 0, failure: undefined, revision: 0n, position: 0n }
  eachField(bytes, (field, cursor) => {
    if (field === 1) answer.correlation = decodeCorrelation(readBytes(cursor))
    else if (field === 2) answer.failure = decodeStatus(readBytes(cursor))
    else if (field === 3) decodeSuccess(readBytes(cursor), answer)
  })
  return answer
}

/** Decodes a correlation in the form in which it was sent, or as text, since some servers always send UUIDs as text. */
function decodeCorrelation(bytes: Buffer): number {
  let correlation = 0
  eachField(bytes, (field, cursor) => {
    if (field === 2) correlation = Number.parseInt(readText(cursor).slice(-12), 16)
    if (field !== 1) return
    eachField(readBytes(cursor), (half, inner) => {
      if (half === 2) correlation = readNumber(inner)
    })
  })
  return correlation
}

function decodeSuccess(bytes: Buffer, answer: AppendAnswer) {
  eachField(bytes, (field, cursor) => {
    if (field === 1) answer.revision = readUint64(cursor)
    if (field !== 3) return
    eachField(readBytes(cursor), (part, inner) => {
      if (part === 1) answer.position = readUint64(inner)
    })
  })
}

/** `google.rpc.Status`. */
function decodeStatus(bytes: Buffer): { code: number; text: string } {
  const status = { code: 0, text: '' }
  eachField(bytes, (field, cursor) => {
    if (field === 1) status.code = readNumber(cursor)
    else if (field === 2) status.text = readText(cursor)
  })
  return status
}
