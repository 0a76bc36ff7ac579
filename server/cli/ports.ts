import type { BindingStatus, PortStatus } from '@portico/contract/boundary'
import type { Command } from 'commander'
import { commandsOf, withParts } from './command.ts'
import { openTerminal } from './terminal.ts'

export function addPorts(program: Command) {
  commandsOf(program)(
    'ports',
    'List the ports: their bindings, whether these work, and what waits for them',
    (options) =>
      withParts(async ({ ports }) => {
        const listed = await ports.desk.list()
        openTerminal({ isJson: options.json }).say({ ports: listed }, listed.flatMap(portLines))
      }),
  )
}

const states: Record<PortStatus['state'], string> = {
  bound: 'bound',
  baseline: 'baseline',
  notBound: 'not bound',
  degraded: 'degraded',
}

function portLines({ name, state, baseline, bindings }: PortStatus): string[] {
  const isByItself = bindings.length === 0 && baseline !== undefined
  return [
    `${name.padEnd(16)} ${states[state]}${isByItself ? `: ${baseline}` : ''}`,
    ...bindings.flatMap(bindingLines),
  ]
}

function bindingLines(binding: BindingStatus): string[] {
  const { name, adapter, health, waiting, failed, oldest, lastSuccessAt, supports = [] } = binding
  const facts = [
    health,
    `${waiting} waiting${oldest ? ` since ${oldest}` : ''}`,
    `${failed} failed`,
    lastSuccessAt ? `last success ${lastSuccessAt}` : 'no success yet',
  ]
  const isIll = health === 'failing' || health === 'paused' || failed > 0
  const paused = binding.pausedUntil ? `, paused until ${binding.pausedUntil}` : ''
  return [
    `  ${name} (${adapter}): ${facts.join(', ')}${paused}`,
    ...(supports.length > 0 ? [`    supports ${supports.join(', ')}`] : []),
    ...(isIll && binding.lastError ? [`    ${binding.lastError}`] : []),
  ]
}
