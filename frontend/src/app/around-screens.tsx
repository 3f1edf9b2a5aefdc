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

/** The route that all screens are in. */
export const aroundScreens = (children: RouteObject[]): RouteObject[] => [
  { element: <Root />, errorElement: <RouteError />, HydrateFallback, children },
]
