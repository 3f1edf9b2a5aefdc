import { useState } from 'react'
import { nearestSize, sizeName } from '#domain/image-sizes.ts'
import type { ModelShape, ModelSize } from '#domain/model-words.ts'
import { Aspects } from '../../../uploads/Aspects.tsx'
import { aspectOf } from '../../../uploads/aspects.ts'
import { CropToSize } from '../../../uploads/CropToSize.tsx'
import type { Area } from '../../../uploads/crop.ts'
import { Chips } from './Chips.tsx'
import classes from './create-model.module.css'
import { GenerateFoot } from './GenerateFoot.tsx'
import { MiniatureSize } from './MiniatureSize.tsx'
import type { Picture } from './picture.ts'
import type { Generation } from './use-generation.ts'

const shapeNames: Record<ModelShape, string> = {
  figure: 'Standing figure',
  relief: 'Relief plaque',
  terrain: 'Terrain tile',
}

interface Props {
  picture: Picture
  /** The shapes that this installation generates from pictures, the default first. */
  shapes: readonly ModelShape[]
  size: ModelSize
  conjurationId: string | undefined
  generation: Generation
  onSize: (size: ModelSize) => void
}

/** Chooses the part of a picture that becomes a model, and the shape of the model. */
export const CropStep = ({ picture, shapes, size, conjurationId, generation, onSize }: Props) => {
  const [aspect, setAspect] = useState(sizeName(nearestSize(picture)))
  const [area, setArea] = useState<Area>()
  const [shape, setShape] = useState(defaultShape(picture, shapes))
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (area && shape) void generation.fromPicture({ picture, aspect, area, shape, size, conjurationId })
      }}
    >
      <CropToSize key={aspect} picture={picture.uri} size={aspectOf(aspect)} onArea={setArea} />
      <Aspects size={aspect} onChange={setAspect} />
      {shape && shapes.length > 1 && (
        <Chips
          label="It becomes"
          value={shape}
          choices={shapes.map((value) => ({ value, label: shapeNames[value] }))}
          onChange={setShape}
        />
      )}
      <MiniatureSize size={size} onChange={onSize} />
      <GenerateFoot source="image" generation={generation} />
    </form>
  )
}

/** Maps become terrain, other pictures the installation's default. */
const defaultShape = ({ type }: Picture, shapes: readonly ModelShape[]): ModelShape | undefined =>
  type === 'MAP' && shapes.includes('terrain') ? 'terrain' : shapes[0]
