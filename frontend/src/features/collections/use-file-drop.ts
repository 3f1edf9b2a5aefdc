import type { DragEvent } from 'react'
import { useNavigate } from 'react-router'
import { handOverFile, isImportable } from '../../base/dropped-file.ts'
import { toast } from '../../ui/toast.ts'

/** Zips and Markdown pages that are dropped onto a folder lead to their import into it. */
export const useFileDrop = (campaignId: string, folderId: string | undefined, mayImport: boolean) => {
  const navigate = useNavigate()
  if (!mayImport) return {}
  return {
    onDragOver(event: DragEvent) {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop(event: DragEvent) {
      const [file] = event.dataTransfer.files
      if (!file) return
      event.preventDefault()
      if (!isImportable(file.name)) return void toast.info('Drop a .md page here, or a folder of them as a zip.')
      handOverFile(campaignId, file)
      void navigate(`/campaigns/${campaignId}/import${folderId ? `?into=${folderId}` : ''}`)
    },
  }
}
