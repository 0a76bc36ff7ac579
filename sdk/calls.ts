import { type ContentOptions, type FileContent, fileContentOf } from './content.ts'
import { type RouteName, type Routes, routes } from './generated/routes.ts'
import type { Limit } from './limit.ts'
import { callOf, type Given, type Options } from './route-call.ts'
import type { Transport } from './transport.ts'

/** A paged list: loop over all of it, or get one page. */
export type List<Item, Page> = {
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, void>
  /** One page; pass its `next` as `after` to get the following one. */
  page(): Promise<Page>
}

export type PagedName = {
  [Name in RouteName]: Routes[Name] extends { item: unknown } ? Name : never
}[RouteName]
export type ListOf<Name extends PagedName> = List<Routes[Name]['item'], Routes[Name]['answer']>

/** The routes of the contract as functions; every client method is one of these calls. */
export type Calls = {
  call<Name extends Exclude<RouteName, PagedName>>(
    name: Name,
    given: Given<Name>,
    options?: Options<Name>,
  ): Promise<Routes[Name]['answer']>
  /** The only way to call a paged route. */
  list<Name extends PagedName>(name: Name, given: Given<Name>, options?: Options<Name>): ListOf<Name>
  content<Name extends RouteName>(
    name: Name,
    given: Given<Name>,
    options?: Options<Name> & ContentOptions,
  ): Promise<FileContent>
  /** Resolves when the response begins; the reader of the body ends the limit. */
  open<Name extends RouteName>(
    name: Name,
    given: Given<Name>,
    headers: Record<string, string>,
    options?: Options<Name>,
  ): Promise<{ response: Response; limit: Limit }>
} & Pick<Transport, 'signIn' | 'signOut'>

export function callsOver(transport: Transport): Calls {
  async function answer<Name extends RouteName>(name: Name, given: Given<Name>, options?: Options<Name>) {
    const { gives } = routes[name]
    const whole = await transport.json<Record<string, unknown>>(callOf(name, given, options))
    return (gives === undefined ? whole : whole?.[gives]) as Routes[Name]['answer']
  }
  const calls: Calls = {
    call: answer,
    list: (name, given, options) =>
      listOf(routes[name].items ?? '', (after) =>
        answer(name, given, after === undefined ? options : ({ ...options, after } as typeof options)),
      ),
    async content(name, given, options) {
      const { range } = options ?? {}
      const bytes = range && { range: `bytes=${range.start}-${range.end ?? ''}` }
      const { response, limit } = await calls.open(name, given, { accept: '*/*', ...bytes }, options)
      return fileContentOf(response, limit)
    },
    open: async (name, given, headers, options) =>
      transport.open({ ...callOf(name, given, options), headers }),
    signIn: transport.signIn,
    signOut: transport.signOut,
  }
  return calls
}

/** `items` names the member of a page that holds its items. */
export function listOf<Item, Page>(
  items: string,
  pageBehind: (after: string | undefined) => Promise<Page>,
): List<Item, Page> {
  return {
    page: () => pageBehind(undefined),
    async *[Symbol.asyncIterator]() {
      let next: string | undefined
      do {
        const page = (await pageBehind(next)) as Record<string, unknown>
        yield* page[items] as Item[]
        next = page.next as string | undefined
      } while (next !== undefined)
    },
  }
}
