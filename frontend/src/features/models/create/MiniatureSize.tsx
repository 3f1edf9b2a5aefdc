import { ModelSize, modelSizes } from '#domain/model-words.ts'
import { Chips } from './Chips.tsx'

const names: Record<ModelSize, string> = {
  medium: 'Medium',
  large: 'Large',
  huge: 'Huge',
  gargantuan: 'Gargantuan',
  bust: 'Bust',
}

/** The height of the miniature. */
export const MiniatureSize = ({ size, onChange }: { size: ModelSize; onChange: (size: ModelSize) => void }) => (
  <Chips
    label="Miniature size"
    value={size}
    choices={ModelSize.options.map((value) => ({ value, label: names[value], detail: `${modelSizes[value]} mm` }))}
    onChange={onChange}
  />
)
