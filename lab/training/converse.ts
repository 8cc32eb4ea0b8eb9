import { FrameWriter, stepBy } from './frames.ts';
import { type Message, type Pipe, UnreadableInput } from './pipe.ts';
import { Refused } from './refused.ts';
import { requestIn } from './requests.ts';
import type { Session } from './session.ts';

const SHOWN = 120;

/** Answers all messages in order until the pipe ends: a line of JSON with a line, a binary frame with a frame. */
export async function converse(pipe: Pipe, session: Session): Promise<void> {
  const frames = new FrameWriter();
  for (let message = pipe.next(); message !== null; message = pipe.next()) {
    if (!pipe.write(await answered(message, session, frames))) return;
  }
}

/** Returns the answer to a message. A refusal is a line of JSON even if the message was a frame. */
async function answered(message: Message, session: Session, frames: FrameWriter): Promise<Uint8Array> {
  try {
    if ('line' in message) return lineOf(await session.answer(requestIn(parsed(message.line))));
    const batch = session.batch(message.head.batch);
    stepBy(batch, message.body);
    return frames.frame(batch, message.head);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return lineOf({ problem: { code: error.code, detail: error.message, hint: error.hint } });
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    const shown = line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
    throw new UnreadableInput(`This line is not JSON: ${JSON.stringify(shown)}.`);
  }
}

function lineOf(answer: object): Uint8Array {
  return Buffer.from(`${JSON.stringify(answer)}\n`);
}
