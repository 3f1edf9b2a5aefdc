import { parser } from '@prometheus-io/lezer-promql'

type SyntaxNode = ReturnType<typeof parser.parse>['topNode']

/** A metric as a running installation exports it: `type` as Prometheus says it, and the values that its labels have had. */
export interface Exported {
  type: string
  labels: ReadonlyMap<string, ReadonlySet<string>>
}

/** What Prometheus adds to every series. */
const added = ['job', 'instance']
const needsCounter = new Set(['rate', 'increase', 'irate'])

/** What is wrong with a query, by what is exported; nothing, hopefully. Grafana's variables must be filled in, but for values of labels. */
export const faultsOf = (query: string, exported: ReadonlyMap<string, Exported>): string[] => {
  const faults: string[] = []
  const textOf = ({ from, to }: SyntaxNode) => query.slice(from, to)
  const all = (node: SyntaxNode, name: string): SyntaxNode[] => {
    const found: SyntaxNode[] = []
    node.cursor().iterate((ref) => {
      if (ref.name === name) found.push(ref.node)
    })
    return found
  }
  const above = (node: SyntaxNode, name: string): SyntaxNode[] => {
    const found: SyntaxNode[] = []
    for (let at = node.parent; at; at = at.parent) if (at.name === name) found.push(at)
    return found
  }
  const nameOf = (selector: SyntaxNode) => {
    const [identifier] = all(selector, 'Identifier')
    return identifier ? textOf(identifier) : ''
  }
  const calls = (node: SyntaxNode) =>
    above(node, 'FunctionCall').map((call) => {
      const identifier = call.getChild('FunctionIdentifier')
      return identifier ? textOf(identifier) : ''
    })
  const labelsOf = (name: string) => [...(find(name, exported)?.labels.keys() ?? []), ...added]

  const { topNode } = parser.parse(query)
  topNode.cursor().iterate(({ type, node }) => {
    if (type.isError) faults.push(`cannot be parsed at ${node.from}`)
  })
  for (const selector of all(topNode, 'VectorSelector')) {
    const name = nameOf(selector)
    const metric = find(name, exported)
    if (!metric) {
      faults.push(`${name} is not exported`)
      continue
    }
    const around = calls(selector)
    const isRate = around.some((call) => needsCounter.has(call))
    const isCounter = metric.type === 'counter'
    if (metric.type === 'histogram')
      faults.push(`${name} is a histogram: its _bucket, _count and _sum can be asked for`)
    else if (isRate !== isCounter)
      faults.push(`${name} is a ${metric.type}, and ${isRate ? 'its rate' : 'its value'} is asked for`)
    if (isRate && selector.parent?.name !== 'MatrixSelector') faults.push(`${name} has no range`)
    if (around.includes('histogram_quantile') !== name.endsWith('_bucket'))
      faults.push(`${name} is asked for a quantile and has no buckets, or the other way round`)
    for (const matcher of all(selector, 'UnquotedLabelMatcher')) {
      const {
        label = '',
        sign = '',
        value = '',
      } = /^(?<label>\w+)\s*(?<sign>=~|!=|!~|=)\s*"(?<value>.*)"$/.exec(textOf(matcher))?.groups ?? {}
      const seen = metric.labels.get(label)
      if (!seen && !added.includes(label)) faults.push(`${name} has no label ${label}`)
      if (!seen || value.includes('$')) continue
      for (const one of sign.endsWith('~') ? value.split('|') : [value])
        if (!seen.has(one)) faults.push(`${name} never has ${label}="${one}"`)
    }
  }
  for (const labels of all(topNode, 'GroupingLabels')) {
    const part = above(labels, 'AggregateExpr')[0] ?? above(labels, 'BinaryExpr')[0]
    const names = part ? all(part, 'VectorSelector').map(nameOf) : []
    const isOfBuckets = names.some((name) => name.endsWith('_bucket'))
    const grouped = all(labels, 'LabelName').map(textOf)
    if (isOfBuckets && !grouped.includes('le')) faults.push('buckets are added up without le')
    for (const label of grouped)
      if (!(isOfBuckets && label === 'le') && !names.every((name) => labelsOf(name).includes(label)))
        faults.push(`not all of ${names.join(', ')} have the label ${label}`)
  }
  return faults
}

/** Labels that the series of an answer have, for legends and texts. */
export const groupedBy = (query: string): string[] =>
  [...query.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/).filter(Boolean))

/** Parts of histograms count. */
const find = (name: string, exported: ReadonlyMap<string, Exported>): Exported | undefined => {
  const whole = exported.get(name)
  if (whole) return whole
  const histogram = exported.get(name.replace(/_(bucket|count|sum)$/, ''))
  return histogram?.type === 'histogram' ? { ...histogram, type: 'counter' } : undefined
}
