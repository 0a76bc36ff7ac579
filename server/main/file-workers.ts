import type { Settings } from '../config.ts'
import { openTypesetting, type Typesetting } from '../files/decision/typesetting.ts'
import { openPdfWorkers, type PdfWorkers } from '../files/pdf/pdf-workers.ts'

/** The threads and processes in which files are read and made: each begins when it is first needed. */
export type FileWorkers = { pdf: PdfWorkers; typesetting: Typesetting; close(): Promise<void> }

export function openFileWorkers({ mostPages }: Pick<Settings, 'mostPages'>): FileWorkers {
  const pdf = openPdfWorkers({ mostPages })
  const typesetting = openTypesetting()
  return {
    pdf,
    typesetting,
    async close() {
      await pdf.close()
      await typesetting.close()
    },
  }
}
