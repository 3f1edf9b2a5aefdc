import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useEffect, useId, useMemo } from 'react'
import { isPictureSize } from '#domain/pictures.ts'
import { headerOf } from '../picture-header.ts'
import { notAPicture } from '../upload/crop.ts'
import { defaultStrength, invalidDimensions, type Reference } from './form.ts'

interface Props {
  reference: Reference | null
  problem: string | undefined
  onChange: (reference: Reference | null, problem?: string) => void
}

/** A picture to steer by. Its size is read from the file itself; one that is not supported is refused here, before anything is sent. */
export const ReferenceImage = ({ reference, problem, onChange }: Props) => {
  const id = useId()
  const preview = useMemo(() => reference && URL.createObjectURL(reference.file), [reference?.file])
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  const take = async (file: File | undefined) => {
    if (!file) return
    const header = await headerOf(file)
    if (!header) return onChange(null, notAPicture)
    if (!isPictureSize(header)) return onChange(null, invalidDimensions)
    onChange({ file, width: header.width, height: header.height, strength: defaultStrength })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut; the input inside is the way
    <div
      className="gen-reference"
      data-invalid={problem ? true : undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void take(event.dataTransfer.files[0])
      }}
    >
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png"
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <label htmlFor={id}>
        {preview ? <img src={preview} alt="" /> : <IconPhotoPlus size={18} stroke={1.6} aria-hidden="true" />}
        <span>
          <b>Reference image</b>{' '}
          <span id={`${id}-note`}>
            {reference
              ? `${reference.file.name}, ${reference.width}×${reference.height}`
              : 'JPEG or PNG. Sets the ratio to 1:1.'}
          </span>
        </span>
      </label>
      {reference && (
        <>
          <button type="button" className="gen-icon" aria-label="Remove reference image" onClick={() => onChange(null)}>
            <IconX size={15} stroke={1.8} />
          </button>
          <label className="gen-strength">
            Strength
            <input
              type="range"
              min={1}
              max={100}
              value={reference.strength}
              onChange={(event) => onChange({ ...reference, strength: event.currentTarget.valueAsNumber })}
            />
            <output className="num">{reference.strength}</output>
          </label>
        </>
      )}
      {problem && (
        <p role="alert" className="gen-problem">
          {problem}
        </p>
      )}
    </div>
  )
}
