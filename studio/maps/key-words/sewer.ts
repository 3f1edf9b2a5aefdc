import { type Purposes, words } from './words.ts'

export const sewer: Purposes = {
  pumps: words(
    'The Pump Room, The Sluice',
    ['The great wheel turns a hand’s breadth and back, like breathing.'],
    ['Opening the sluice would flood the next room and drain this one.'],
  ),
  nest: words(
    'The Nest, The Gnawed Room',
    ['Everything soft in the city seems to have been dragged here.'],
    ['Deep in the rags something shines.'],
  ),
  tunnel: words('The Tunnels', ['The walks are slick, and the arch is low enough to make tall folk stoop.']),
}
