import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { jarsArePresent } from './jar-folders.ts'
import { StackError } from './stack-error.ts'
import { oldestJava } from './versions.ts'

type Environment = Readonly<Record<string, string | undefined>>

const versionLimitMs = 20_000

/** Programs that the machine must have, each with the words for when it has not. */
const sentences = {
  java:
    `The local stack needs Java ${oldestJava} or newer (a runtime is enough): install it, for ` +
    'example with "apt install openjdk-17-jre-headless" or "brew install openjdk@17".',
  maven:
    'The local stack needs Maven once, to fetch the Kafka broker and the schema registry: install ' +
    'it, for example with "apt install maven" or "brew install maven".',
  redis:
    'The local stack needs redis-server: install it, for example with "apt install redis-server" ' +
    'or "brew install redis".',
} as const

/** JAVA_HOME first, as every program of Java has it. */
export async function findJava(env: Environment = process.env): Promise<string> {
  const home = env.JAVA_HOME
  const java =
    (home ? await runnable(path.join(home, 'bin', 'java')) : undefined) ??
    (await inPath('java', env))
  if (java === undefined) throw new StackError(sentences.java)
  const version = await javaVersion(java)
  if (version >= oldestJava) return java
  throw new StackError(`${sentences.java} ${java} is Java ${version || 'of an unknown version'}.`)
}

export async function findMaven(env: Environment = process.env): Promise<string> {
  return found(await inPath('mvn', env), sentences.maven)
}

export async function findRedis(env: Environment = process.env): Promise<string> {
  return found(await inPath('redis-server', env), sentences.redis)
}

/** The obstacles to starting the local stack here, a sentence each; nothing is fetched to know. */
export async function missingHere(env: Environment = process.env): Promise<readonly string[]> {
  const fetched = await jarsArePresent()
  const needed = [findJava(env), findRedis(env), ...(fetched ? [] : [findMaven(env)])]
  const outcomes = await Promise.allSettled(needed)
  return outcomes.flatMap((outcome) => {
    return outcome.status === 'rejected' ? [String(outcome.reason.message)] : []
  })
}

function found(program: string | undefined, sentence: string): string {
  if (program === undefined) throw new StackError(sentence)
  return program
}

async function inPath(name: string, env: Environment): Promise<string | undefined> {
  for (const folder of (env.PATH ?? '').split(path.delimiter)) {
    const program = folder === '' ? undefined : await runnable(path.join(folder, name))
    if (program !== undefined) return program
  }
  return undefined
}

function runnable(program: string): Promise<string | undefined> {
  return access(program, constants.X_OK).then(
    () => program,
    () => undefined,
  )
}

/** 0 when it does not say. Old ones call themselves 1.8. */
async function javaVersion(java: string): Promise<number> {
  try {
    const { stderr } = await promisify(execFile)(java, ['-version'], { timeout: versionLimitMs })
    const [, major] = /version "(?:1\.)?(\d+)/.exec(stderr) ?? []
    return Number(major ?? 0)
  } catch {
    return 0
  }
}
