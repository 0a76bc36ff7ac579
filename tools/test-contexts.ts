import hooks, { type AsyncHook, AsyncLocalStorage, AsyncResource, type HookCallbacks } from 'node:async_hooks'

/**
 * node:test follows every promise of the process by a hook, to tell to which test it belongs: a quarter of what a test
 * of promises takes. Here a test is kept as the context that Node passes on by itself. To be loaded before node:test,
 * which takes these functions when it is loaded.
 */
const { createHook, executionAsyncId } = hooks
const { runInAsyncScope } = AsyncResource.prototype
const current = new AsyncLocalStorage<number>()
let keepTest: HookCallbacks['init']

hooks.createHook = (callbacks): AsyncHook => {
  if (keepTest || !isOfNodeTest()) return createHook(callbacks)
  keepTest = callbacks.init
  const none: AsyncHook = { enable: () => none, disable: () => none }
  return none
}

hooks.executionAsyncId = () => current.getStore() ?? executionAsyncId()

type Work = (this: unknown, ...args: unknown[]) => unknown

function runInContext(this: AsyncResource, work: Work, self: unknown, ...args: unknown[]): unknown {
  if (!keepTest || !('subtests' in this)) return runInAsyncScope.call(this, work, self, ...args)
  const id = this.asyncId()
  keepTest(id, 'Test', 0, this)
  const inContext: Work = (...given) => current.run(id, () => work.apply(self, given))
  return runInAsyncScope.call(this, inContext, self, ...args)
}
AsyncResource.prototype.runInAsyncScope = runInContext as typeof runInAsyncScope

function isOfNodeTest(): boolean {
  return /node:internal\/test_runner\//.test(new Error().stack ?? '')
}
