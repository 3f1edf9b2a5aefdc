import { randomUUID } from 'node:crypto'

type Part = string | { bytes: Buffer; type: string; filename?: string }

/** A form as browsers send it: `payload` and the `headers` that say where its parts end. */
export function multipart(parts: Record<string, Part>): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `----${randomUUID()}`
  const chunks = Object.entries(parts).flatMap(([name, part]) => {
    const file = typeof part === 'string' ? undefined : part
    const filename = file ? `; filename="${file.filename ?? 'picture.png'}"` : ''
    const type = file ? `\r\ncontent-type: ${file.type}` : ''
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename}${type}\r\n\r\n`
    return [Buffer.from(head), file?.bytes ?? Buffer.from(part as string), Buffer.from('\r\n')]
  })
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
