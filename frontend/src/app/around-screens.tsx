import type { RouteObject } from 'react-router'
import { RouteError } from '../base/RouteError.tsx'
import { Delayed } from '../ui/Delayed.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { Root } from './Root.tsx'

const HydrateFallback = () => (
  <Delayed>
    <Waiting />
  </Delayed>
)

/** Returns the root route with the routes of all screens as its children. */
export const aroundScreens = (children: RouteObject[]): RouteObject[] => [
  { element: <Root />, errorElement: <RouteError />, HydrateFallback, children },
]
