import type { Command } from 'commander'
import { commandsOf } from './command.ts'
import { openTerminal } from './terminal.ts'

export function addJobs(program: Command) {
  commandsOf(program)(
    'jobs',
    'List the background jobs, their lanes and the events that queue them',
    async (options) => {
      const { allJobs } = await import('../jobs/all.ts')
      const jobs = allJobs.map(({ name, lane, does, on, at }) => ({
        name,
        lane,
        does,
        on,
        ...(at ? { at } : {}),
      }))
      openTerminal({ isJson: options.json }).say({ jobs }, jobs.map(jobLine))
    },
  )
}

function jobLine({ name, lane, does, on, at }: Listed): string {
  const asked = [...on, ...(at ? [`at ${at}`] : [])]
  return `${name.padEnd(16)} ${lane.padEnd(7)} ${does}${asked.length > 0 ? `\n${' '.repeat(25)}${asked.join(', ')}` : ''}`
}

type Listed = { name: string; lane: string; does: string; on: readonly string[]; at?: string }
