import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconCalendar, IconPhotoPlus, IconSearch, IconUpload } from '@tabler/icons-react'
import listing from '../../../ui/listing.module.css'
import classes from './gallery.module.css'
import { monthName } from './months.ts'
import type { Filters } from './use-filters.ts'

interface Props {
  filters: Filters
  total: number | undefined
  months: readonly { month: string; count: number }[]
  /** True if another part of the screen already offers to generate an image. */
  quiet: boolean
  /** False in a copy of a past state of a campaign, which is read-only. */
  mayAdd: boolean
  onUpload: () => void
  onGenerate: () => void
}

/** The gallery's title and filters, and the two ways to add images. */
export const GalleryHeader = ({ filters, total, months, quiet, mayAdd, onUpload, onGenerate }: Props) => (
  <header className={listing.head}>
    <h1>Images</h1>
    <span className={`${listing.count} num`} aria-live="polite">
      {total !== undefined &&
        (filters.any ? `${total.toLocaleString('en')} found` : `${total.toLocaleString('en')} in this campaign`)}
    </span>
    <TextInput
      className={classes.search}
      type="search"
      aria-label="Search prompts and names"
      placeholder="Search prompts and names"
      maxLength={200}
      leftSection={<IconSearch size={15} />}
      value={filters.typed}
      onChange={(event) => filters.type(event.currentTarget.value)}
    />
    <NativeSelect
      className={classes.months}
      aria-label="Month"
      leftSection={<IconCalendar size={15} />}
      value={filters.month}
      onChange={(event) => filters.pickMonth(event.currentTarget.value)}
    >
      <option value="">All months</option>
      {filters.month && !months.some(({ month }) => month === filters.month) && (
        <option value={filters.month}>{monthName(filters.month)}</option>
      )}
      {months.map(({ month }) => (
        <option key={month} value={month}>
          {monthName(month)}
        </option>
      ))}
    </NativeSelect>
    {mayAdd && (
      <>
        <Button
          className={classes.upload}
          leftSection={<IconUpload size={15} />}
          aria-label="Upload Image"
          onClick={onUpload}
        >
          <span className={listing.desk}>Upload Image</span>
        </Button>
        <Button
          variant={quiet ? 'default' : 'filled'}
          leftSection={<IconPhotoPlus size={15} />}
          aria-label="Generate Image"
          onClick={onGenerate}
        >
          Generate<span className={listing.desk}>&nbsp;Image</span>
        </Button>
      </>
    )}
  </header>
)
