import { stat } from 'node:fs/promises'
import { UnreadablePdf } from '../pdf/unreadable.ts'
import { type ConvertibleType, type Identified, identify } from './identify.ts'

export type ConversionJob =
  | { type: 'identify'; path: string }
  | { type: 'convert'; path: string; mediaType: ConvertibleType; output: string }

/** How many pages a conversion has written. */
export type ConversionResult = { identify: Identified; convert: number }

const mostBytes = 256 * 1024 ** 2
const mostTextBytes = 16 * 1024 ** 2

export async function doConversionJob(job: ConversionJob): Promise<ConversionResult[ConversionJob['type']]> {
  if (job.type === 'identify') return await identify(job.path)
  const { size } = await stat(job.path)
  if (size > (job.mediaType === 'text/plain' ? mostTextBytes : mostBytes))
    throw new UnreadablePdf('tooLarge', 'The file is too large to be converted to PDF.')
  try {
    return await convert(job)
  } catch (error) {
    throw isOfTheSystem(error) || isTooDeep(error) ? error : asUnreadable(error)
  }
}

/** Each kind loads what it needs: together the libraries take a second to start. */
async function convert({ path, mediaType, output }: ConversionJob & { type: 'convert' }): Promise<number> {
  switch (mediaType) {
    case 'image/png':
    case 'image/jpeg':
    case 'image/tiff':
      return await (await import('./images.ts')).convertImages(path, mediaType, output)
    case 'text/plain':
      return await (await import('./plain-text.ts')).convertText(path, output)
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      return await (await import('./word.ts')).convertWord(path, output)
  }
}

/** A full disk is not the file's fault. */
function isOfTheSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

/** The worker tells these from other faults. */
function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError && /call stack/.test(error.message)
}

/** The libraries throw all kinds of things over a file that is not what it seems. */
function asUnreadable(error: unknown): UnreadablePdf {
  return error instanceof UnreadablePdf ? error : new UnreadablePdf('damaged', 'The file is damaged.')
}
