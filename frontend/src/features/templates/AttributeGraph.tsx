import { useMediaQuery } from '@mantine/hooks'
import type { TemplateAttribute } from '#domain/template-attributes.ts'
import { LayeredGraph } from '../../ui/LayeredGraph.tsx'
import classes from './attribute-graph.module.css'
import { dependencyLinks } from './dependencies.ts'
import { attributeName, formats, lengthOf } from './words.ts'

const nodeSize = { width: 176, height: 54 }
const spacing = { layerGap: 44, nodeGap: 16, aspectRatio: 1.4 }

interface Props {
  attributes: readonly TemplateAttribute[]
  current?: string | undefined
  isReadOnly?: boolean
  onPick: (id: string) => void
}

/** The attributes of a template, from those that depend on none to those that are written last. */
export const AttributeGraph = ({ attributes, current, isReadOnly = false, onPick }: Props) => {
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const links = dependencyLinks(attributes)
  const isConditional = links.some(({ tone }) => tone === 'dashed')
  const nodes = attributes.map((attribute, place) => ({
    id: attribute.id,
    ...nodeSize,
    name: attributeName(attribute, place),
    attribute,
  }))
  return (
    <div className={classes.graph}>
      <p>
        {links.length === 0
          ? `No attribute depends on another${isReadOnly ? '.' : ' yet. Name one in brackets in a prompt, or tick it under “Depends on”.'}`
          : 'Each text is written from those that lead to it.'}
        {isConditional && ' Dashed: it only decides if the other is written.'}
      </p>
      <LayeredGraph
        label="Attributes by dependency"
        nodes={nodes}
        links={links}
        current={current}
        words={{ before: 'Depends on', after: 'Needed by' }}
        spacing={spacing}
        isDown={isPhone}
        draw={({ name, attribute }) => (
          <>
            <b dir="auto" className={classes.name}>
              {name}
            </b>
            <Detail attribute={attribute} />
          </>
        )}
        onPick={({ id }) => onPick(id)}
      />
    </div>
  )
}

const Detail = ({ attribute }: { attribute: TemplateAttribute }) =>
  attribute.prompt.trim() === '' ? (
    <small data-missing>No prompt yet</small>
  ) : (
    <small>
      {formats[attribute.format]} · {lengthOf(attribute)}
      {!attribute.required && ' · Optional'}
    </small>
  )
