import type { PortName } from '@portico/contract/ports/all'
import type { PortDeclaration } from '@portico/contract/ports/kit'
import { starts } from './starts.ts'

const variableOf = (name: string) => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** A stand-in for the other system that keeps the laws, to be replaced piece by piece. */
export function adapterText(port: PortDeclaration, name: string): string {
  const variable = variableOf(port.name)
  const { calls, before = '' } = starts[port.name as PortName]
  const required = Object.entries(port.calls).filter(([, { needs }]) => needs === undefined)
  const methods = required.map(([call, { mode, does }]) => {
    const body = calls[call] ?? 'return {}'
    const lines = body
      .split('\n')
      .map((line) => `            ${line}`)
      .join('\n')
    const isUsed = body.includes('input')
    return mode === 'do'
      ? `        /** ${does} */
        ${call}: async (${isUsed ? 'input' : '_input'}, { key, signal }) =>
          once(key, signal, () => {\n${lines}\n          }),`
      : `        /** ${does} */
        ${call}: async (${isUsed ? 'input' : ''}) => {\n${lines.replaceAll(/^ {2}/gm, '')}\n        },`
  })
  const text = methods.join('\n')
  const wanted = (before + text).includes('PortError') ? 'defineAdapter, PortError' : 'defineAdapter'
  return `import { ${wanted} } from '@portico/contract/ports/kit'
import { ${variable} } from '@portico/contract/ports/${port.name}'
import Type from '@portico/contract/type'

/** Stands in for your system until you call it: what it shows, what it knows, and the work it has done. */
const system = {
  shown: [] as string[],
  known: new Map<string, string | number>(),
  done: new Map<string, unknown>(),
}
${before}
/** For the tests: what your system has to show for the calls, one line each. */
export const effects = async (): Promise<readonly string[]> => [...system.shown]
${text.includes('once(') ? once : ''}
export default defineAdapter({
  port: ${variable},
  name: '${name}',
  does: '${port.does.replaceAll("'", "\\'")}',
  options: Type.Object({}, { additionalProperties: false }),
  open(_options, ${text.includes('host.') ? 'host' : '_host'}) {
    return {
      supports: [],
      calls: {
${text}
      },
    }
  },
})
`
}

const once = `
/** The same key is the same work, done once. Your system should remember it, so that a crash forgets nothing. */
function once<Answer>(key: string, signal: AbortSignal, work: () => Answer): Answer {
  signal.throwIfAborted()
  if (!system.done.has(key)) system.done.set(key, work())
  return system.done.get(key) as Answer
}
`

export function testText(port: PortDeclaration, name: string): string {
  const laws = `${variableOf(port.name)}Laws`
  return `import { test } from 'node:test'
import { keepsTheLaws, subjectOf } from '@portico/contract/conformance/kit'
import { ${laws} } from '@portico/contract/conformance/${port.name}'
import adapter, { effects } from './${name}.ts'

const subject = subjectOf(adapter, {}, { effects })
test('${name} keeps the laws of ${port.name}', async () => void (await keepsTheLaws(${laws}, subject)))
`
}

export function pageText(port: PortDeclaration, name: string): string {
  const list = (entries: [string, string][]) =>
    entries.map(([word, sentence]) => `| \`${word}\` | ${sentence} |`).join('\n')
  const calls = Object.entries(port.calls).map(([call, { does }]): [string, string] => [call, does])
  return `# ${name}

An adapter of the port *${port.title}*. ${port.does}

## Options

| option | meaning |
|---|---|

## What it does with each call

| call | what the port asks for |
|---|---|
${list(calls)}

## What it supports

| capability | meaning |
|---|---|
${list(Object.entries(port.supports))}
`
}
