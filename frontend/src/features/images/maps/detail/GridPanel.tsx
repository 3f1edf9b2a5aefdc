import { NumberInput, type NumberInputProps, SegmentedControl, Select, Slider } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type MapGrid, mapUnits } from '#domain/map-grid.ts'
import { SaveIndicator, type SaveState } from '../../../../ui/SaveIndicator.tsx'
import { Toggle } from '../../../../ui/Toggle.tsx'
import classes from './map-page.module.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Slider.layer.css'

interface Props {
  grid: MapGrid
  width: number
  height: number
  state: SaveState
  onGrid: (grid: MapGrid) => void
}

const offsets = [
  { name: 'x', label: 'From the left' },
  { name: 'y', label: 'From the top' },
] as const

const counted = (count: number) => Math.round(count).toLocaleString('en')

/** Position of the grid, and the size of a cell. */
export const GridPanel = ({ grid, width, height, state, onGrid }: Props) => {
  const [across, down] = [
    width / grid.cell,
    height / (grid.shape === 'hex' ? (grid.cell * Math.sqrt(3)) / 2 : grid.cell),
  ]
  const called = grid.shape === 'hex' ? 'hexes' : 'squares'
  const change = (change: Partial<MapGrid>) => onGrid({ ...grid, ...change })
  return (
    <section className={classes.panel} aria-label="Grid">
      <header>
        <h2>Grid</h2>
        <SaveIndicator state={state} />
        <Toggle
          aria-label="Grid"
          checked={grid.shown}
          onChange={(event) => change({ shown: event.currentTarget.checked })}
        />
      </header>
      <SegmentedControl
        fullWidth
        aria-label="Shape"
        value={grid.shape}
        onChange={(shape) => change({ shape: shape === 'hex' ? 'hex' : 'square' })}
        data={[
          { value: 'square', label: 'Square' },
          { value: 'hex', label: 'Hex' },
        ]}
      />
      <CellFields grid={grid} onChange={change} />
      <div className={classes.pair}>
        {offsets.map(({ name, label }) => (
          <NumberField
            key={name}
            label={label}
            suffix=" px"
            min={-512}
            max={512}
            value={grid[name]}
            onNumber={(offset) => change({ [name]: offset })}
          />
        ))}
      </div>
      <div className={classes.line}>
        <span>Line</span>
        <small className="num">{grid.line}%</small>
      </div>
      <Slider
        size={2}
        label={null}
        thumbLabel="Line"
        min={5}
        max={100}
        value={grid.line}
        onChange={(line) => change({ line })}
      />
      <p className="num">
        {counted(across)} × {counted(down)} {called}, {counted(across * grid.scale)} × {counted(down * grid.scale)}{' '}
        {grid.unit}
      </p>
    </section>
  )
}

interface CellFieldsProps {
  grid: MapGrid
  onChange: (change: Partial<MapGrid>) => void
}

/** The size of a cell in pixels, and the length that it represents. */
const CellFields = ({ grid, onChange }: CellFieldsProps) => (
  <div className={`${classes.pair} ${classes.measures}`}>
    <NumberField
      label={grid.shape === 'hex' ? 'Hex' : 'Square'}
      suffix=" px"
      min={8}
      max={512}
      step={1}
      value={grid.cell}
      onNumber={(cell) => onChange({ cell })}
    />
    <div className={classes.scaled}>
      <NumberField
        label={grid.shape === 'hex' ? 'One hex is' : 'One square is'}
        min={0.1}
        max={10_000}
        hideControls
        value={grid.scale}
        onNumber={(scale) => onChange({ scale })}
      />
      <Select
        aria-label="Unit"
        allowDeselect={false}
        data={mapUnits}
        value={grid.unit}
        onChange={(unit) => unit && onChange({ unit: unit as MapGrid['unit'] })}
      />
    </div>
  </div>
)

interface NumberFieldProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'error'> {
  min: number
  max: number
  value: number
  onNumber: (value: number) => void
}

/** A number input that reports valid numbers only. On blur, a number out of range becomes the nearest valid one, and an empty field shows its last value again. */
const NumberField = ({ min, max, value, onNumber, ...props }: NumberFieldProps) => {
  const [typed, setTyped] = useState<string | number>(value)
  useEffect(() => setTyped(value), [value])
  const isValid = (entry: string | number) => typeof entry === 'number' && entry >= min && entry <= max
  return (
    <NumberInput
      {...props}
      min={min}
      max={max}
      value={typed}
      error={typeof typed === 'number' && !isValid(typed) && `From ${min} to ${max.toLocaleString('en')}.`}
      onChange={(entry) => {
        setTyped(entry)
        if (typeof entry === 'number' && isValid(entry)) onNumber(entry)
      }}
      onBlur={() => {
        if (typeof typed !== 'number') setTyped(value)
      }}
    />
  )
}
