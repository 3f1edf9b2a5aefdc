import { useState } from 'react'
import { topicOf } from '#domain/topics.ts'
import type { MapForPlayers } from '#projections/map-answers.ts'
import { useTopic } from '../../../../realtime/topics.ts'
import { LiveStitch } from '../../../../ui/Thread.tsx'
import { Head } from './Head.tsx'
import { MapStage } from './MapStage.tsx'
import classes from './map-page.module.css'
import type { Tool } from './stage.ts'
import { Toolbar } from './Toolbar.tsx'

interface Props {
  map: MapForPlayers
  back: string
  refetch: () => unknown
}

/** The map on the table, as far as it is revealed, changing as the DM changes it. */
export const PlayersMap = ({ map, back, refetch }: Props) => {
  const [tool, setTool] = useState<Tool>('pan')
  useTopic(topicOf('campaign', map.campaignId), {
    onMessage: ({ kind, data }) => kind === 'table' && data.imageId === map.id && void refetch(),
  })
  return (
    <article className={classes.root} data-players>
      <title>At the table · Loreloom</title>
      <Head back={back} title="At the table" isHeading>
        <em className={classes.live}>
          <LiveStitch width={24} /> Live
        </em>
      </Head>
      <MapStage
        uri={map.uri}
        width={map.width}
        height={map.height}
        grid={map.grid}
        tool={tool}
        title="The map on the table, as far as it is revealed"
      >
        <Toolbar tools={['pan', 'measure']} tool={tool} onTool={setTool} />
      </MapStage>
    </article>
  )
}
