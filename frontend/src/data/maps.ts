import type { Runs } from '#domain/fog.ts'
import type { MapGrid } from '#domain/map-grid.ts'
import type { PlanDoor } from '#domain/map-plan.ts'
import { Receipt } from '#domain/me.ts'
import { type ImageRow, imagesView } from '#projections/images.ts'
import { MapDetail, type MapItem, MapList, Table } from '#projections/map-answers.ts'
import { type TableRow, tablesView } from '#projections/tables.ts'
import { api, positionOf } from '../base/api.ts'
import { follow, type Snapshot } from '../realtime/follow.ts'
import { fetchPages, growing } from '../realtime/pages.ts'
import { pageSize } from './fetch-gallery.ts'
import { type Gallery, type GalleryArg, galleryFollowing, newestFirst } from './gallery-query.ts'

/** Returns the image row of a map, whose status events change. */
const toMapRow = ({ status, description: _, primary: _primary, ...row }: MapItem): ImageRow => ({
  ...row,
  status: status === 'GENERATING' ? 'IN_PROGRESS' : status,
})

/** A segment of wall, one square long. */
export type Wall = Pick<PlanDoor, 'x' | 'y' | 'side'>
export type DoorChange = Partial<Pick<PlanDoor, 'secret' | 'closed' | 'locked'>> & { to?: Wall }

/** A map with the log position of its response. */
export type OpenMap = MapDetail & { position: string }

const mapsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A campaign's battle maps, newest first. */
    maps: build.query<Gallery, GalleryArg>({
      ...growing,
      queryFn: ({ want, campaignId, search }, { getState }, _extra, request) =>
        fetchPages<ImageRow, Gallery>({
          want,
          pageSize,
          sort: newestFirst,
          cached: () => cachedMaps(getState(), { want, campaignId, search, month: '', type: 'MAP' }),
          async page(offset) {
            const params = { campaignId, offset, limit: pageSize, ...(search && { search }) }
            const answer = await request({ url: 'battlemaps', params })
            if (answer.error) return { error: answer.error }
            const { battlemaps, total, months } = MapList.parse(answer.data)
            return { data: { rows: battlemaps.map(toMapRow), total, months, position: positionOf(answer.meta) } }
          },
        }),
      providesTags: ['images'],
      ...follow<ImageRow, ImageRow, GalleryArg, Gallery>(imagesView, galleryFollowing),
    }),

    /** One map: complete, or as players see it. */
    map: build.query<OpenMap, string>({
      query: (id) => `battlemaps/${id}`,
      transformResponse: (answer, meta) => ({ ...MapDetail.parse(answer), position: positionOf(meta) }),
      providesTags: ['images'],
      extraOptions: { freshness: 'screen' },
    }),

    /** The map on a campaign's table; no row if the table was never used. */
    table: build.query<Snapshot<TableRow>, string>({
      query: (campaignId) => `campaigns/${campaignId}/table`,
      transformResponse: (answer, meta, id) => {
        const { imageId, shownAt } = Table.parse(answer)
        return { rows: [{ id, imageId, shownAt: shownAt ?? '' }], position: positionOf(meta) }
      },
      ...follow<TableRow, TableRow, string>(tablesView, { admits: ({ id }, wanted) => id === wanted }),
    }),

    showMap: build.mutation<unknown, string>({
      query: (id) => ({ url: `battlemaps/${id}/table`, method: 'POST' }),
    }),
    takeMapBack: build.mutation<unknown, string>({
      query: (id) => ({ url: `battlemaps/${id}/table`, method: 'DELETE' }),
    }),

    brushFog: build.mutation<Receipt, { id: string; strokeId: string; mode: 'reveal' | 'cover'; cells: Runs }>({
      query: ({ id, ...stroke }) => ({ url: `battlemaps/${id}/fog`, method: 'POST', body: stroke }),
      transformResponse: (answer) => Receipt.parse(answer),
    }),
    undoFog: build.mutation<unknown, string>({
      query: (id) => ({ url: `battlemaps/${id}/fog/undo`, method: 'POST' }),
    }),

    findRoom: build.mutation<unknown, { id: string; room: number; found: boolean }>({
      query: ({ id, room, found }) => ({ url: `battlemaps/${id}/rooms/${room}`, method: 'PATCH', body: { found } }),
    }),

    addDoor: build.mutation<unknown, Wall & { id: string; kind?: PlanDoor['kind'] }>({
      query: ({ id, ...door }) => ({ url: `battlemaps/${id}/doors`, method: 'POST', body: door }),
    }),
    changeDoor: build.mutation<unknown, DoorChange & { id: string; door: string }>({
      query: ({ id, door, ...change }) => ({ url: `battlemaps/${id}/doors/${door}`, method: 'PATCH', body: change }),
    }),
    removeDoor: build.mutation<unknown, { id: string; door: string }>({
      query: ({ id, door }) => ({ url: `battlemaps/${id}/doors/${door}`, method: 'DELETE' }),
    }),
    renameRoom: build.mutation<unknown, { id: string; room: number; name: string }>({
      query: ({ id, room, name }) => ({ url: `battlemaps/${id}/key/${room}`, method: 'PATCH', body: { name } }),
    }),
    undoPlanChange: build.mutation<unknown, string>({
      query: (id) => ({ url: `battlemaps/${id}/plan/undo`, method: 'POST' }),
    }),

    /** Returns the folder that the lore will be in. */
    keepKey: build.mutation<unknown, string>({
      query: (id) => ({ url: `battlemaps/${id}/key/lore`, method: 'POST' }),
    }),

    layGrid: build.mutation<{ position: string }, { id: string; grid: MapGrid }>({
      query: ({ id, grid }) => ({ url: `battlemaps/${id}`, method: 'PATCH', body: { grid } }),
    }),
  }),
})

const cachedMaps = (state: unknown, arg: GalleryArg): Gallery | undefined =>
  mapsApi.endpoints.maps.select(arg)(state as never).data

export const {
  useMapsQuery,
  useMapQuery,
  useTableQuery,
  useShowMapMutation,
  useTakeMapBackMutation,
  useBrushFogMutation,
  useUndoFogMutation,
  useFindRoomMutation,
  useKeepKeyMutation,
  useLayGridMutation,
  useAddDoorMutation,
  useChangeDoorMutation,
  useRemoveDoorMutation,
  useRenameRoomMutation,
  useUndoPlanChangeMutation,
} = mapsApi
