import type { DueCase, Tombstone } from '@portico/contract/custody'
import type { Actor } from '@portico/contract/envelope'
import { type Command, Option } from 'commander'
import type { Custody } from '../app/custody/custody.ts'
import { commandsOf, exitCodes, withParts } from './command.ts'
import { openTerminal } from './terminal.ts'

type Options = { order?: string; due?: boolean; dryRun?: boolean }

const operator: Actor = { id: 'system_command_line', name: 'portico purge', kind: 'system' }

export function addPurge(program: Command) {
  commandsOf(program)<Options>(
    'purge',
    'Erase a closed case at the end of its retention period, or all of them: payloads, text, files',
    (options, caseId, self) => {
      if ((caseId === undefined) === !options.due)
        self.error('error: name a case, or say --due', { exitCode: exitCodes.usage })
      return withParts(async ({ portico: { custody }, clock }) => {
        const terminal = openTerminal({ isJson: options.json })
        if (options.dryRun) {
          const cases = await allDue(custody)
          return terminal.say({ cases }, cases.map(dueLine))
        }
        const request = { at: clock(), actor: operator, correlationId: 'portico purge' }
        const order = options.order === undefined ? undefined : { why: options.order }
        const tombstones =
          caseId === undefined ? await custody.purgeDue() : [await custody.purge(request, caseId, order)]
        terminal.say({ tombstones }, [
          ...tombstones.map(tombstoneLine),
          `${tombstones.length === 1 ? '1 case is' : `${tombstones.length} cases are`} purged; the service removes their bytes within the hour.`,
        ])
      })
    },
  )
    .argument('[case]', 'the id of one case')
    .addOption(new Option('--order <why>', 'purge early: what was ordered, and by whom').conflicts('due'))
    .option('--due', 'every case that is due and not on hold')
    .addOption(new Option('--dry-run', 'list them without erasing').implies({ due: true }))
}

async function allDue(custody: Custody): Promise<DueCase[]> {
  const all: DueCase[] = []
  for (;;) {
    const last = all.at(-1)
    const page = await custody.due({ limit: 1000, ...(last ? { after: last } : {}) })
    if (page.length === 0) return all
    all.push(...page)
  }
}

const dueLine = ({ id, docketNumber, dueAt, isHeld }: DueCase) =>
  `${id}  ${docketNumber}  due ${dueAt.slice(0, 10)}${isHeld ? '  (under legal hold)' : ''}`

const tombstoneLine = ({ caseId, docketNumber, events }: Tombstone) =>
  `${caseId}  ${docketNumber}  ${events} events erased`
