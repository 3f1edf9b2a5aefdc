import type { WebSocket } from 'ws'
import { eventually, type Person, type Stack } from '../stack.ts'

interface Said {
  type: string
  position?: string
  data: Record<string, unknown>
}

/** A tab's socket: the messages that it was sent so far, without heartbeats, and the code it was closed with. */
export interface Tab {
  said: Said[]
  closed: number | undefined
  /** Says something to the server: an object as JSON, a text as it is. */
  say(message: object | string): void
}

/** Opens tabs, and closes them all. */
export const tabs = () => {
  const open: WebSocket[] = []
  return {
    close() {
      for (const socket of open.splice(0)) socket.terminate()
    },
    /** A tab that was greeted and, where `stack` can tell, hears what comes as it comes; `silent` waits for neither. */
    async listen(
      stack: Pick<Stack, 'app'> & Partial<Stack>,
      someone: Person,
      query = '',
      { silent = false } = {},
    ): Promise<Tab> {
      const tab: Tab = {
        said: [],
        closed: undefined,
        say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
      }
      const socket = await stack.app.injectWS(
        `/api/realtime${query}`,
        { headers: { cookie: someone.cookies(), host: 'loreloom.test', origin: 'http://loreloom.test' } },
        {
          onInit(socket) {
            socket.on('message', (text) => {
              const message = JSON.parse(String(text)) as Said
              if (message.type !== 'Ping') tab.said.push(message)
            })
            socket.on('close', (code) => {
              tab.closed = code
            })
          },
        },
      )
      open.push(socket)
      if (silent) return tab
      await eventually(() => tab.said.length > 0)
      await eventually(() => stack.areSocketsLive?.() ?? true)
      return tab
    },
  }
}

export const types = ({ said }: Tab): string[] => said.map(({ type }) => type)
