import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import classes from './connections.module.css'

/** An account of another service, and the button that connects or disconnects it. */
export const Connection = ({
  name,
  icon,
  isOffered,
  isConnected,
  handle,
  text,
  children,
}: {
  name: string
  icon: ReactNode
  isOffered: boolean
  isConnected: boolean
  handle?: string | null
  text: string
  children: ReactNode
}) => (
  <section className={classes.connection} aria-label={name}>
    <span className={classes.icon}>{icon}</span>
    <div>
      <h2>
        {name}
        {isConnected && (
          <Badge colour="lichen" icon={<IconCheck size={12} aria-hidden="true" />}>
            Connected
          </Badge>
        )}
        {!isConnected && isOffered && <Badge>Not connected</Badge>}
      </h2>
      {handle && <p className={classes.handle}>{handle}</p>}
      <p className={classes.sentence}>
        {isOffered || isConnected ? text : 'Not set up here. The people who run this Loreloom can add it.'}
      </p>
    </div>
    {(isOffered || isConnected) && <div className={classes.act}>{children}</div>}
  </section>
)
