import { reads } from '@portico/contract/audience'
import type { Report, ReportFormat } from '@portico/contract/reports'
import type { Portico } from '../app/portico.ts'
import { csvOf } from '../app/reports/csv.ts'
import { parquetOf } from '../app/reports/parquet.ts'
import { ReportTooSlow } from '../app/reports/within-limit.ts'
import { Refusal } from '../core/kernel/decider.ts'
import type { Caller } from './authentication.ts'
import { leftSignal } from './connections.ts'
import { HttpRefusal } from './errors.ts'
import { askingFor } from './queues.ts'
import type { Handlers } from './route.ts'

export function reportHandlers(portico: Portico) {
  const { reports } = portico
  const readerOf = async (caller: Caller) => {
    // Also where the answer is no JSON, of which the parts that are for the caller could be sent.
    if (!reads(caller.audience, 'integration'))
      throw new Refusal('forbidden', 'Your roles do not allow this.')
    const { roles, mostSensitivity, barredCaseIds } = await askingFor(portico, caller)
    return { roles, audience: caller.audience, mostSensitivity, barredCaseIds }
  }

  return {
    listReports: async ({ caller }) => ({ reports: reports.list(await readerOf(caller)) }),

    getReport: async ({ params, query: { format = 'json', ...query }, caller, reply }) => {
      const left = leftSignal(reply.raw)
      const report = await reports.run(await readerOf(caller), params.name, query, left).catch(asUnavailable)
      if (format === 'json') return { report }
      const { mediaType, body } = await files[format](report)
      return reply
        .type(mediaType)
        .header(
          'content-disposition',
          `attachment; filename="${report.name.replaceAll(/[^\w-]/g, '_')}.${format}"`,
        )
        .send(body)
    },

    listDataElements: async ({ caller }) => {
      await readerOf(caller)
      return { elements: reports.elements() }
    },
  } satisfies Partial<Handlers>
}

/** It may well be made in time when less else is going on. */
function asUnavailable(error: unknown): never {
  if (error instanceof ReportTooSlow) throw new HttpRefusal(503, error.message, { 'retry-after': '60' })
  throw error
}

type Made = { mediaType: string; body: string | Buffer }

const files: Record<Exclude<ReportFormat, 'json'>, (report: Report) => Promise<Made>> = {
  csv: async (report) => ({ mediaType: 'text/csv; charset=utf-8', body: csvOf(report) }),
  ndjson: async ({ rows }) => ({
    mediaType: 'application/x-ndjson',
    body: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  }),
  parquet: async (report) => ({
    mediaType: 'application/vnd.apache.parquet',
    body: await parquetOf(report),
  }),
}
