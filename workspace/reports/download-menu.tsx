import type { ReportFileFormat, ReportOptions } from '@portico/sdk'
import { Download } from 'lucide-react'
import { portico } from '../data/session.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/reports.ts'

const formats: readonly ReportFileFormat[] = ['csv', 'ndjson', 'parquet']

/** The report as it is asked for, as a file. */
export function DownloadMenu({ name, options }: { name: string; options: ReportOptions }) {
  const button = (
    <>
      <Download />
      {words.download}
    </>
  )
  return (
    <Menu label={words.download} button={button} align="end">
      {formats.map((format) => (
        <MenuItem key={format} run={() => void download(name, format, options)}>
          {words.formats[format]}
        </MenuItem>
      ))}
    </Menu>
  )
}

export async function download(name: string, format: ReportFileFormat, options: ReportOptions) {
  try {
    const file = await portico().reports.file(name, format, options)
    saveFile(await file.bytes(), `${name}.${format}`, file.contentType)
    toast(words.downloaded(`${name}.${format}`))
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), { isBad: true })
  }
}
