import { join } from 'node:path'

/** Node's own runner sorts the files it is given; imported one by one, they run in the order given here. */
for (const file of process.argv.slice(2)) await import(join(import.meta.dirname, '..', file))
