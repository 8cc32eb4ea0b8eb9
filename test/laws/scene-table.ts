import { type Column, columnOf, excessOf, type Measure } from './coupling.ts';
import { type Feature, featuresOf } from './features.ts';
import type { Scene } from './scenes.ts';

export interface Link {
  told: Source;
  truth: Source;
  world: Source | null;
  measure: Measure;
}

export interface Source {
  of: keyof Scene;
  feature: Feature;
}

const SCENES_SEARCHED = 4;

export class SceneTable {
  readonly scenes: readonly Scene[];
  readonly #columns = {
    told: new Map<Feature, Column>(),
    seen: new Map<Feature, Column>(),
    truth: new Map<Feature, Column>(),
    world: new Map<Feature, Column>(),
  };

  constructor(scenes: readonly Scene[]) {
    this.scenes = scenes;
  }

  featuresOf(part: keyof Scene): ReturnType<typeof featuresOf> {
    const searched = part === 'told' ? this.scenes : this.scenes.slice(0, SCENES_SEARCHED);
    return featuresOf(searched.map((scene) => scene[part]));
  }

  column({ of, feature }: Source): Column {
    const columns = this.#columns[of];
    const read = columns.get(feature) ?? columnOf(this.scenes.map((scene) => feature.of(scene[of])));
    columns.set(feature, read);
    return read;
  }

  varies(source: Source): boolean {
    const { values } = this.column(source);
    return values.some((value) => value !== values[0]);
  }

  excess({ told, truth, world, measure }: Link): number {
    const against = world === null ? columnOf(this.scenes.map(() => null)) : this.column(world);
    return excessOf(measure, { told: this.column(told), truth: this.column(truth), world: against });
  }
}
