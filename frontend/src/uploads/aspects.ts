import { imageSizes, sizeName } from '#domain/image-sizes.ts'

const ratios: Record<string, string> = {
  '1024x1024': '1:1',
  '1152x896': '9:7',
  '1216x832': '3:2',
  '1344x768': '7:4',
  '1536x640': '12:5',
  '640x1536': '5:12',
  '768x1344': '4:7',
  '832x1216': '2:3',
  '896x1152': '7:9',
}

export interface Aspect {
  size: string
  width: number
  height: number
  ratio: string
  shape: 'Square' | 'Landscape' | 'Portrait'
}

/** The nine sizes in display order: from square to widest, then from square to tallest. */
export const aspects: readonly Aspect[] = [...imageSizes.slice(0, 5), ...imageSizes.slice(5).toReversed()].map(
  ({ width, height }) => ({
    size: sizeName({ width, height }),
    width,
    height,
    ratio: ratios[sizeName({ width, height })] ?? `${width}:${height}`,
    shape: width === height ? 'Square' : width > height ? 'Landscape' : 'Portrait',
  }),
)

export const aspectOf = (size: string): Aspect =>
  aspects.find((aspect) => aspect.size === size) ?? (aspects[0] as Aspect)
