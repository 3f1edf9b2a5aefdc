import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { can, viewerAs } from '#domain/rights.ts'
import { withFrom } from '../../base/from.ts'
import { messageOf } from '../../base/problem.ts'
import type { Campaign } from '../../data/campaigns.ts'
import { useExperiment } from '../../data/experiments.ts'
import { type GraphData, usePlaceNodeMutation } from '../../data/graph.ts'
import { useMe } from '../../data/me.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { toast } from '../../ui/toast.ts'
import { useLayeredLayout } from '../../ui/use-layered-layout.ts'
import { GraphHeader } from './GraphHeader.tsx'
import classes from './graph.module.css'
import {
  type Arrangement,
  type Filter,
  isArrangement,
  layersLimit,
  layersSpacing,
  middlesOf,
  mostLinked,
  nodeSize,
  type Places,
  type Point,
} from './graph.ts'
import { Stage } from './Stage.tsx'
import { useLayout } from './use-layout.ts'
import { noFilter, useShown } from './use-shown.ts'

/** Returns the arrangement, stored in the URL, and the positions of the drawn nodes in it. */
const useArrangement = ({ drawn, laidOut, scope }: ReturnType<typeof useShown>['shown'], filter: Filter) => {
  const [params, setParams] = useSearchParams()
  const initial: Arrangement = useExperiment('graph-arrangement')
  const chosen = params.get('arrangement')
  const wanted = isArrangement(chosen) ? chosen : initial
  const arrangement: Arrangement = drawn.nodes.length <= layersLimit ? wanted : 'web'
  const arrange = (to: Arrangement) => {
    const next = new URLSearchParams(params)
    if (to === initial) next.delete('arrangement')
    else next.set('arrangement', to)
    setParams(next, { replace: true })
  }
  const web = useLayout(laidOut, scope)
  const layersScope = JSON.stringify(['layers', scope, filter])
  const layered = useLayeredLayout(
    { nodes: drawn.nodes.map(({ id }) => ({ id, ...nodeSize })), links: drawn.links, ...layersSpacing },
    {
      scope: layersScope,
      isShown: arrangement === 'layers',
      onError() {
        toast.error('The layers could not be laid out. Please try again.')
        arrange('web')
      },
    },
  )
  const layers = useMemo(() => layered && middlesOf(layered), [layered])
  const layout = arrangement === 'layers' ? layers : web
  const places = useMemo(() => layout && placesOf(drawn.nodes, layout), [drawn, layout])
  return { arrangement, arrange, places, stageScope: arrangement === 'layers' ? layersScope : scope }
}

/** The selected entry, stored in the URL, so that Back from a lore page selects it again. */
const useSource = () => {
  const [params, setParams] = useSearchParams()
  const select = (id: string | null) => {
    const next = new URLSearchParams(params)
    if (id === null) next.delete('source')
    else next.set('source', id)
    setParams(next, { replace: true })
  }
  return { source: params.get('source'), select }
}

const usePlacing = (campaign: Campaign) => {
  const me = useMe()
  const [placeNode] = usePlaceNodeMutation()
  return async (id: string, { x, y }: Point) => {
    const isEverybodys = can(viewerAs(me.id, campaign.id, campaign.role), 'manage', { campaignId: campaign.id })
    const { error } = await placeNode({ id, x, y, userId: isEverybodys ? null : me.id })
    if (error) toast.error(messageOf(error, 'Where you put it could not be kept.'))
  }
}

interface Props {
  campaign: Campaign
  data: GraphData
}

/** The relationship graph, updated live: lore as nodes, links as lines. Keys navigate it; nodes can be dragged. */
export const GraphPage = ({ campaign, data }: Props) => {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [params] = useSearchParams()
  const [opened, setOpened] = useState(() => params.get('source'))
  const { shown, filter, setFilter, setAround } = useShown(data, opened, params.get('folder'))
  const { graph, drawn, around } = shown
  const { arrangement, arrange, places, stageScope } = useArrangement(shown, filter)
  const place = usePlacing(campaign)
  const { source, select } = useSource()
  const selected = drawn.nodes.some(({ id }) => id === source) ? source : null
  const isLoose = opened !== null && opened === source && !graph.nodes.some(({ id }) => id === opened)

  const find = (id: string) => {
    if (!drawn.nodes.some((node) => node.id === id)) {
      setFilter(noFilter)
      if (shown.isLarge) setAround(id)
    }
    select(id)
  }
  const showAll = () => {
    setOpened(null)
    setFilter(noFilter)
    if (isLoose) select(null)
  }
  return (
    <section className={classes.screen}>
      <GraphHeader
        shown={shown}
        selected={selected}
        filter={filter}
        arrangement={arrangement}
        collections={data.collections}
        onArrange={arrange}
        onFind={find}
        onFilter={setFilter}
        onAround={setAround}
      />
      {isLoose || drawn.nodes.length === 0 ? (
        <NothingDrawn isLoose={isLoose} onShowAll={showAll} />
      ) : (
        <Stage
          drawn={drawn}
          places={places}
          selected={selected}
          focus={selected ?? around ?? mostLinked(drawn) ?? null}
          scope={stageScope}
          name={`${campaign.name} relationships`}
          onSelect={select}
          onOpen={(id) => void navigate(withFrom(`/lore/view/${id}`, `${pathname}${search}`))}
          onPlace={arrangement === 'layers' ? undefined : (id, to) => void place(id, to)}
        />
      )}
    </section>
  )
}

/** Replaces the graph if it was opened for an entry without links, or if no entry matches the filters. */
const NothingDrawn = ({ isLoose, onShowAll }: { isLoose: boolean; onShowAll: () => void }) => (
  <div className={classes.instead}>
    <EmptyState
      subject="chart"
      title="No Relationships"
      text={isLoose ? 'This entry is linked to nothing yet.' : 'Nothing that is linked has this tag and this folder.'}
      action={<Button onClick={onShowAll}>Show everything</Button>}
    />
  </div>
)

const placesOf = (nodes: readonly { id: string }[], layout: Places): Places =>
  new Map(
    nodes.flatMap(({ id }): [string, Point][] => {
      const place = layout.get(id)
      return place ? [[id, place]] : []
    }),
  )
