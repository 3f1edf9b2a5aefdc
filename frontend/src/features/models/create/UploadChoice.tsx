import { useState } from 'react'
import { damaged, nameFrom, notAPicture, pixelLimit, tooManyPixels } from '../../../uploads/crop.ts'
import { type Header, headerOf } from '../../../uploads/image-header.ts'
import { Pick } from '../../../uploads/Pick.tsx'
import type { Picture } from './picture.ts'

/** Chooses a JPEG or PNG file of this device. */
export const UploadChoice = ({ onChoose }: { onChoose: (picture: Picture) => void }) => {
  const [problem, setProblem] = useState<string>()
  const pick = async (file: File) => {
    const header = await headerOf(file)
    const refusal = await refusalOf(file, header)
    setProblem(refusal)
    if (refusal !== undefined || !header) return
    const { width, height } = header
    onChoose({ file, header, width, height, name: nameFrom(file.name), uri: URL.createObjectURL(file), type: 'IMAGE' })
  }
  return <Pick problem={problem} onPick={(file) => void pick(file)} />
}

const refusalOf = async (file: File, header: Header | null): Promise<string | undefined> => {
  if (!header) return notAPicture
  if (header.width * header.height > pixelLimit) return tooManyPixels(header)
  // Only decoding shows whether the rest of the file is a picture too.
  const whole = await createImageBitmap(file).catch(() => null)
  whole?.close()
  return whole ? undefined : damaged
}
