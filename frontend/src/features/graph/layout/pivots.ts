import type { Coordinates } from './apart.ts'

/** The nodes that each node is linked to. */
export type Neighbours = readonly (readonly number[])[]

/** Returns the graph distances of all nodes from one node; -1 if unreachable. */
const distancesFrom = (neighbours: Neighbours, from: number): Int32Array => {
  const distances = new Int32Array(neighbours.length).fill(-1)
  distances[from] = 0
  const queue = [from]
  for (const at of queue)
    for (const next of neighbours[at] ?? [])
      if (distances[next] === -1) {
        distances[next] = (distances[at] ?? 0) + 1
        queue.push(next)
      }
  return distances
}

/** Distances from mutually distant pivots: each is the node farthest from those before it. */
const pivotDistances = (neighbours: Neighbours, count: number): Int32Array[] => {
  const columns: Int32Array[] = []
  const nearest = new Float64Array(neighbours.length).fill(Number.POSITIVE_INFINITY)
  for (let pivot = 0; columns.length < count; ) {
    const column = distancesFrom(neighbours, pivot)
    columns.push(column)
    for (const [n, distance] of column.entries()) nearest[n] = Math.min(nearest[n] ?? 0, distance)
    pivot = nearest.indexOf(Math.max(...nearest))
  }
  return columns
}

/** Returns the squares of the distances, double-centred: rows and columns have a mean of zero. */
const centred = (columns: readonly Int32Array[]): Float64Array[] => {
  const squares = columns.map((column) => Float64Array.from(column, (distance) => distance * distance))
  const size = squares[0]?.length ?? 0
  const rowMeans = new Float64Array(size)
  for (const column of squares) for (const [n, square] of column.entries()) rowMeans[n] = (rowMeans[n] ?? 0) + square
  for (let n = 0; n < size; n++) rowMeans[n] = (rowMeans[n] ?? 0) / squares.length
  const all = rowMeans.reduce((sum, mean) => sum + mean, 0) / size
  return squares.map((column) => {
    const mean = column.reduce((sum, square) => sum + square, 0) / size
    return column.map((square, n) => -0.5 * (square - mean - (rowMeans[n] ?? 0) + all))
  })
}

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, n) => sum + value * (b[n] ?? 0), 0)

/** Returns the direction in which the columns differ most, orthogonal to `others`, by power iteration. */
const axisOf = (columns: readonly Float64Array[], others: readonly Float64Array[], random: () => number) => {
  let axis = Float64Array.from(columns, () => random() - 0.5)
  for (let round = 0; round < 60; round++) {
    const projected = project(columns, axis)
    axis = Float64Array.from(columns, (column) => dot(column, projected))
    for (const other of others) {
      const shadow = dot(axis, other)
      axis = axis.map((value, n) => value - shadow * (other[n] ?? 0))
    }
    const length = Math.sqrt(dot(axis, axis)) || 1
    axis = axis.map((value) => value / length)
  }
  return axis
}
const project = (columns: readonly Float64Array[], axis: Float64Array): Float64Array => {
  const sum = new Float64Array(columns[0]?.length ?? 0)
  for (const [n, column] of columns.entries())
    for (const [row, value] of column.entries()) sum[row] = (sum[row] ?? 0) + value * (axis[n] ?? 0)
  return sum
}

/**
 * An initial layout of a connected graph: pivot MDS (Brandes and Pich), whose distances approximate graph distances.
 * The following force layout then crosses far fewer edges.
 */
export const firstPlaces = (neighbours: Neighbours, length: number, random: () => number): Coordinates => {
  const columns = centred(pivotDistances(neighbours, Math.min(50, neighbours.length)))
  const first = axisOf(columns, [], random)
  const axes = [first, axisOf(columns, [first], random)].map((axis) => project(columns, axis))
  const places = new Float64Array(2 * neighbours.length)
  for (const [n, values] of axes.entries()) {
    const spread = Math.sqrt(dot(values, values) / values.length) || 1
    const reach = length * Math.sqrt(neighbours.length) * 0.5
    // A small random offset: nodes with the same neighbours would have the same position.
    for (const [node, value] of values.entries())
      places[2 * node + n] = (value / spread) * reach + (random() - 0.5) * 20
  }
  return places
}
