import { type AppCall, onlyMemberOf, type Route } from '@portico/contract/route'
import { type RouteName, routes } from '@portico/contract/table'
import { type Commands, commandsOf } from './commands.ts'
import type { Handler, Handlers, Part, ServedName } from './route.ts'
import {
  type AnyInput,
  type Argument,
  argumentsOf,
  type Body,
  type Bound,
  bodyOf,
  type Method,
  requestOf,
  type Served,
  type Subjects,
  type Target,
  targetOf,
} from './row-arguments.ts'

export type Called<Name extends RouteName, Call> = Call extends readonly [infer Path, ...infer Given]
  ? Method<Path> extends (...given: infer Parameters) => unknown
    ? { [Index in keyof Given]: Argument<Name, Given[Index]> } extends Parameters
      ? 'fits'
      : ['takes other arguments', Path]
    : ['is no method', Path]
  : 'fits'

type Members<Union> = Union extends unknown ? keyof Union : never
type Sent<Name extends RouteName, Type> = { type: Type } & Target<Name> &
  (Part<Name, 'query'> extends undefined ? unknown : Part<Name, 'query'>) &
  (Part<Name, 'body'> extends undefined ? unknown : Body<Name>)
/** All that the command needs is sent, and nothing that it does not take. */
export type Commanded<Name extends RouteName, Command> = Command extends `${infer Aggregate}.${infer Type}`
  ? Aggregate extends keyof Commands
    ? Extract<Parameters<Commands[Aggregate]>[1], { type: Type }> extends infer Taken
      ? [Taken] extends [never]
        ? ['is no command', Command]
        : Sent<Name, Type> extends Taken
          ? keyof Sent<Name, Type> extends Members<Taken>
            ? 'fits'
            : ['does not take', Exclude<keyof Sent<Name, Type>, Members<Taken>>]
          : ['takes something else', Command]
      : never
    : ['is no aggregate', Command]
  : 'fits'

/** The row whose answer is given finds all that it needs in the same path. */
type Answered<Name extends RouteName, Answer> = Answer extends string
  ? Answer extends RouteName
    ? Part<Name, 'params'> extends Part<Answer, 'params'>
      ? 'fits'
      : ['has another path', Answer]
    : ['is no row', Answer]
  : Called<Name, Answer>

type Fit<Name extends RouteName> =
  | Called<Name, Served<Name, 'call'>>
  | Commanded<Name, Served<Name, 'command'>>
  | (Served<Name, 'answer'> extends 'none' ? 'fits' : Answered<Name, Served<Name, 'answer'>>)

type None<Misfits extends never> = Misfits
/** Does not compile where a row names what there is not, or what takes something else; the error names the row. */
export type RowsThatDoNotFit = None<
  {
    [Name in ServedName]: Exclude<Fit<Name>, 'fits'> extends infer Why
      ? Why extends unknown
        ? [Name, Why]
        : never
      : never
  }[ServedName]
>

type AnyHandler = (input: AnyInput) => unknown
type AnyMethod = (...given: unknown[]) => unknown

export type Rows = ReturnType<typeof openRows>

/** The rows that say what serves them, bound to what does. */
export function openRows(bound: Bound) {
  const commands = commandsOf(bound.portico) as unknown as Record<string, AnyMethod>
  const subjects: Subjects = { ...bound.portico, ports: bound.ports, inbox: bound.ports.inbox }
  const served = (Object.entries(routes) as [RouteName, Route][]).flatMap(([name, route]) => {
    const { servedBy } = route
    if (!servedBy) return []
    const { answer } = servedBy
    const send = 'command' in servedBy ? commanding(name, servedBy.command) : calling(name, servedBy.call)
    return [{ name, route, send, answer: typeof answer === 'object' ? calling(name, answer) : answer }]
  })
  const sends = new Map<string, AnyHandler>(served.map(({ name, send }) => [name, send]))

  return {
    /** What a row does, without its answer; undefined for a row that has a handler. */
    sendOf: (name: RouteName) => sends.get(name),

    /** The handlers by hand, and one for each of these rows. */
    handlers(byHand: Handlers): Record<RouteName, Handler<never>> {
      const all: Record<string, AnyHandler> = { ...(byHand as object) }
      for (const { name, route, send, answer } of served) {
        if (all[name])
          throw new Error(`The row ${name} says what serves it (servedBy), and has a handler too.`)
        all[name] = async (input) => {
          const made = await send(input)
          if (typeof answer === 'string') return all[answer]?.({ ...input, query: {}, body: undefined })
          return whole(route, answer ? await answer({ ...input, made }) : made)
        }
      }
      return all as unknown as Record<RouteName, Handler<never>>
    },
  }

  function calling(name: RouteName, [path, ...given]: AppCall): AnyHandler {
    const method = methodAt(subjects, path)
    if (!method) throw new Error(`The row ${name} is served by ${path}, which the application does not have.`)
    const { params }: Route = routes[name]
    const inPath = Object.keys(params?.properties ?? {})
    const readers = given.map(readerOf(argumentsOf(name, bound), inPath))
    return async (input) => method(...(await Promise.all(readers.map((read) => read(input)))))
  }

  function commanding(name: RouteName, command: string): AnyHandler {
    const [aggregate = '', type] = command.split('.')
    const execute = commands[aggregate]
    if (!execute) throw new Error(`The row ${name} is served by ${command}, which is no command.`)
    return (input) => {
      const sent = { ...input.query, ...bodyOf(name, input), ...targetOf(input), type }
      return execute(requestOf(name, input), sent, input.caller)
    }
  }
}

function methodAt(subjects: Subjects, path: string): AnyMethod | undefined {
  const [name = '', member] = path.split('.')
  const subject = (subjects as Record<string, unknown>)[name] as Record<string, unknown> | undefined
  const method = member === undefined ? subject : subject?.[member]
  return typeof method === 'function' ? (method as AnyMethod) : undefined
}

const readerOf =
  (known: Record<string, AnyHandler>, inPath: readonly string[]) =>
  (argument: string): AnyHandler => {
    if (inPath.includes(argument)) return ({ params }) => params[argument]
    const [name = '', member] = argument.split('.')
    const read = known[name]
    if (!read) throw new Error(`There is no argument ${argument}.`)
    if (member === undefined) return read
    return (input) => (read(input) as Record<string, unknown> | undefined)?.[member]
  }

/** An answer with one member may be given as that member alone. */
function whole(route: Route, given: unknown): unknown {
  const member = route.servedBy?.as ?? onlyMemberOf(route)
  if (member === undefined || given === undefined) return given
  const isWhole = typeof given === 'object' && given !== null && Object.keys(given).join() === member
  return isWhole ? given : { [member]: given }
}
