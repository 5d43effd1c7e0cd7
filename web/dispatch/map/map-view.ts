import { signal } from '@preact/signals';
import {
  addProtocol,
  type GeoJSONSource,
  Map as GlMap,
  type MapMouseEvent,
  Marker,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url&no-inline';
import type { TileSchema } from '../../../rules/tile-address.ts';
import type { MapColours } from '../../shared/map/map-colours.ts';
import {
  openStreets,
  type StreetEvents,
  type Streets,
  showStreets,
  TILE_PROTOCOL,
} from '../../shared/map/show-streets.ts';
import { streetLayers } from '../../shared/map/streets.ts';
import type { GetMapAnswer } from '../../store/wire/dispatch.ts';
import { collectFrames } from './collect-frames.ts';
import {
  boundsOf,
  boxOf,
  changeOf,
  featureOf,
  type MapLine,
  type MapPoint,
  type PointChanges,
  pointChanges,
} from './features.ts';
import { type Gesture, rectangleIn } from './gestures.ts';
import { countries } from './land.ts';
import { nearestAt, tasksWithin } from './nearest.ts';
import { type Pin, pinElement, pinOn } from './pin-marker.ts';
import { groupsUpTo, outlineStyle, WAY, WAY_BEHIND } from './style.ts';

/** Events of a map. */
export interface MapHandlers {
  onTask(id: string): void;
  onWorker(id: string): void;
  /** Tasks within a rectangle that was drawn with Shift. */
  onRectangle(ids: string[]): void;
  /** Whether a task may be dragged to somebody. */
  mayDrag(): boolean;
  /** A task was dragged to a worker. */
  onDrop(taskId: string, workerId: string): void;
  /** A task was dragged out of the map, to a point of the page in pixels. */
  onDropBeside(taskId: string, x: number, y: number): void;
  /** Another part of the world is seen: west, south, east, north in degrees. */
  onMoved(box: readonly [number, number, number, number]): void;
  /** Other streets are drawn; undefined: none. */
  onStreets(streets: Streets | undefined): void;
  /** A part of the streets did not come, or comes again. */
  streetEvents: StreetEvents;
}

/** The sources of points. */
export type PointSource = 'hubs' | 'tasks' | 'marked' | 'workers' | 'places';

/** Sources whose points are groups where they are crowded. */
const GROUPED = ['workers', 'tasks'] as const;
/** The layers of their groups, and those of what can be clicked. */
const GROUPS = ['worker-groups', 'task-groups'];
const CLICKABLE = ['workers', 'tasks', 'marked', ...GROUPS];

/** Layer above the streets: names of towns, and all our own layers. */
const ABOVE = 'places';

const MAX_FIT_ZOOM = 14;
/** Pixels that a worker among groups moves before the sign does: a quarter of the sign. */
const GROUPED_STEP = 4;
/** Pixels of the whole world at zoom 0. */
const WORLD = 512;
/** Near enough to tell houses apart, far enough to find the way there. */
const PIN_ZOOM = 13;
/** Around what is fitted, in pixels. */
const PADDING = 60;

interface Painted {
  id: string;
  paint?: object;
}

/** The map, without the page around it: points are handed in, what is done on it is told. */
export class MapView {
  readonly #map: GlMap;
  readonly #drawn: Record<PointSource, Map<string, MapPoint>>;
  readonly #handlers: MapHandlers;
  readonly #ready: Promise<void>;
  readonly #end = new AbortController();
  readonly #collect: (source: PointSource) => void;
  /** Points last shown by `fit`: they stay in view when the map is resized, until somebody moves it. */
  #fitted: readonly MapPoint[] = [];
  #isMoved = false;
  readonly #groupsUpTo = { workers: groupsUpTo('workers', 0), tasks: groupsUpTo('tasks', 0) };
  /** Degrees at the equator that a worker moves before the sign does; 0 where workers are drawn one by one. */
  readonly workerStep = signal(0);
  #gesture: Gesture | undefined;
  #colours: MapColours;
  #schema: TileSchema = 'protomaps';
  /** Number of bases that were set: the last one counts, whichever opens first. */
  #bases = 0;

  /** @throws {Error} where the browser has no WebGL */
  constructor(container: HTMLElement, colours: MapColours, name: string, handlers: MapHandlers) {
    setWorkerUrl(workerUrl);
    this.#handlers = handlers;
    this.#colours = colours;
    this.#drawn = {
      hubs: new Map(),
      tasks: new Map(),
      marked: new Map(),
      workers: new Map(),
      places: new Map(),
    };
    this.#map = new GlMap({
      container,
      style: outlineStyle(colours),
      center: [10, 30],
      zoom: 1,
      attributionControl: false,
      boxZoom: false,
      fadeDuration: 0,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      canvasContextAttributes: { preserveDrawingBuffer: navigator.webdriver },
    });
    this.#collect = collectFrames(this.#map, this.#end.signal);
    this.#map.addControl(new ScaleControl(), document.dir === 'rtl' ? 'bottom-right' : 'bottom-left');
    // What whoever cannot see it is told; the lists beside it are the way to what it shows.
    this.#map.getCanvas().setAttribute('role', 'img');
    this.setName(name);
    this.#ready = new Promise((resolve) => {
      this.#map.once('load', () => {
        // The page may have got its final form since the map was made, which the library looks at only from its first picture on.
        this.#map.resize();
        resolve();
      });
    });
    this.#listen();
    this.#listenToGestures();
    void this.#drawLand();
  }

  /** First what is quick to have. Without it the points are on plain ground. */
  async #drawLand(): Promise<void> {
    await this.#ready;
    for (const detail of ['coarse', 'fine'] as const) {
      const land = await countries(detail).catch(() => undefined);
      if (land && !this.#end.signal.aborted)
        (this.#map.getSource('countries') as GeoJSONSource | undefined)?.setData(land);
    }
  }

  /** Resolves when everything that was handed in is drawn. */
  async drawn(): Promise<void> {
    await this.#ready;
    if (!this.#map.loaded()) await new Promise((resolve) => this.#map.once('idle', resolve));
  }

  /** Draws in other colours: the page's scheme has changed. */
  async setColours(colours: MapColours): Promise<void> {
    await this.#ready;
    this.#colours = colours;
    for (const { id, paint = {} } of [...outlineStyle(colours).layers, ...this.#streetLayers(colours)] as Painted[])
      for (const [property, value] of Object.entries(this.#map.getLayer(id) ? paint : {}))
        this.#map.setPaintProperty(id, property as Parameters<GlMap['setPaintProperty']>[1], value);
  }

  #streetLayers(colours: MapColours) {
    return streetLayers(colours, '', this.#schema);
  }

  /** Draws the streets that there are, or none. Where there is nothing to show yet, it shows their area. */
  async setBase(base: GetMapAnswer): Promise<void> {
    const turn = ++this.#bases;
    await this.#ready;
    if (this.#end.signal.aborted) return;
    const streets = await openStreets(base, this.#handlers.streetEvents);
    if (this.#end.signal.aborted || turn !== this.#bases) return;
    if (streets) {
      addProtocol(TILE_PROTOCOL, streets.readTile);
      this.#schema = streets.schema;
    }
    showStreets(this.#map, this.#colours, streets, ABOVE);
    this.#handlers.onStreets(streets);
    if (streets) await this.setPoints('places', []);
    else this.#handlers.onMoved(boxOf(this.#map.getBounds()));
    if (base.bounds && this.#fitted.length === 0 && !this.#isMoved)
      this.#map.fitBounds(base.bounds, { padding: PADDING, maxZoom: MAX_FIT_ZOOM, animate: false });
  }

  /** Sets the map's description for screen readers. */
  setName(name: string): void {
    this.#map.getCanvas().setAttribute('aria-label', name);
  }

  /** Draws these points and no others of their source. */
  async setPoints(source: PointSource, points: readonly MapPoint[]): Promise<void> {
    await this.#ready;
    if (!this.#end.signal.aborted) this.#draw(source, pointChanges(this.#drawn[source], points));
  }

  /** Draws anew what has changed of a source. @param changesOf given what is drawn */
  async changePoints(
    source: PointSource,
    changesOf: (drawn: ReadonlyMap<string, MapPoint>) => PointChanges,
  ): Promise<void> {
    await this.#ready;
    if (this.#end.signal.aborted) return;
    this.#draw(source, changesOf(this.#drawn[source]));
  }

  #draw(source: PointSource, { changed, removed }: PointChanges): void {
    if (changed.length === 0 && removed.length === 0) return;
    const drawn = this.#drawn[source];
    const update = changed.flatMap((point) => changeOf(drawn.get(point.id), point));
    const add = changed.filter(({ id }) => !drawn.has(id)).map(featureOf);
    for (const point of changed) drawn.set(point.id, point);
    for (const id of removed) drawn.delete(id);
    const shown = this.#map.getSource(source) as GeoJSONSource;
    for (const grouped of GROUPED) if (grouped === source) this.#group(grouped, shown, drawn.size);
    this.#collect(source);
    shown.updateData({ remove: [...removed], add, update });
  }

  /** Many points are groups where they are crowded, down to single streets or houses: signs upon signs say nothing. */
  #group(source: (typeof GROUPED)[number], shown: GeoJSONSource, count: number): void {
    const clusterMaxZoom = groupsUpTo(source, count);
    if (clusterMaxZoom === this.#groupsUpTo[source]) return;
    this.#groupsUpTo[source] = clusterMaxZoom;
    shown.setClusterOptions({ cluster: true, clusterMaxZoom });
    this.#setStep();
  }

  #setStep(): void {
    const zoom = this.#map.getZoom();
    const isGrouped = Math.floor(zoom) <= this.#groupsUpTo.workers;
    this.workerStep.value = isGrouped ? (GROUPED_STEP * 360) / (WORLD * 2 ** zoom) : 0;
  }

  /** Draws lines through places; none through fewer than two. */
  async setLines(source: 'way' | 'ways' | 'drag', lines: readonly MapLine[]): Promise<void> {
    await this.#ready;
    if (this.#end.signal.aborted) return;
    // The others step back while one is looked at.
    if (source === 'way') {
      const isOne = lines.some(({ places }) => places.length > 1);
      this.#map.setPaintProperty('ways', 'line-opacity', isOne ? WAY_BEHIND : WAY);
    }
    (this.#map.getSource(source) as GeoJSONSource).setData({
      type: 'FeatureCollection',
      features: lines
        .filter(({ places }) => places.length > 1)
        .map(({ places, hue = 0 }) => ({
          type: 'Feature',
          properties: { hue },
          geometry: { type: 'LineString', coordinates: places.map(([lon, lat]) => [lon, lat]) },
        })),
    });
  }

  /** Returns the worker at a point of the page, in pixels. */
  workerAt(x: number, y: number): string | undefined {
    const { left, top, right, bottom } = this.#map.getCanvas().getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) return undefined;
    return nearestAt(this.#map, this.#drawn, { x: x - left, y: y - top }, ['workers'])?.id;
  }

  /** Shows a place in the middle, near enough to tell houses apart. */
  async goTo(at: readonly [number, number]): Promise<void> {
    await this.#ready;
    if (this.#end.signal.aborted) return;
    this.#isMoved = true;
    this.#map.jumpTo({ center: [...at], zoom: Math.max(this.#map.getZoom(), PIN_ZOOM) });
  }

  /** Whether somebody has gone elsewhere since `fit`. */
  get isMoved(): boolean {
    return this.#isMoved;
  }

  /** Shows all of these points. */
  fit(points: readonly MapPoint[]): void {
    this.#fitted = points;
    this.#isMoved = false;
    const bounds = boundsOf(points);
    if (bounds) this.#map.fitBounds(bounds, { padding: PADDING, maxZoom: MAX_FIT_ZOOM, animate: false });
  }

  /** Goes nearer to the middle, or away from it. @param steps each doubles or halves what is seen; below zero: away */
  zoomBy(steps: number): void {
    this.#isMoved = true;
    this.#map.easeTo({ zoom: this.#map.getZoom() + steps });
  }

  /** Returns a place's position on the screen, in pixels from the map's upper left corner. */
  pixelOf(at: readonly [number, number]): { x: number; y: number } {
    const { x, y } = this.#map.project([at[0], at[1]]);
    return { x, y };
  }

  /** Goes to a place and puts a pin there, to be moved. */
  pin(at: readonly [number, number], name: string, onMoved: (at: readonly [number, number]) => void): Pin {
    this.#isMoved = true;
    this.#map.jumpTo({ center: [...at], zoom: Math.max(this.#map.getZoom(), PIN_ZOOM) });
    const marker = new Marker({ element: pinElement(name), draggable: true, anchor: 'bottom' });
    return pinOn(this.#map, marker, at, onMoved);
  }

  remove(): void {
    this.#end.abort();
    this.#map.remove();
  }

  #listen(): void {
    const map = this.#map;
    map.on('click', (event) => {
      const found = nearestAt(map, this.#drawn, event.point, ['marked', 'workers', 'tasks']);
      if (found?.source === 'workers') this.#handlers.onWorker(found.id);
      else if (found) this.#handlers.onTask(found.id);
      else void this.#openGroup(event);
    });
    map.on('movestart', ({ originalEvent }) => {
      if (originalEvent) this.#isMoved = true;
    });
    map.on('resize', () => {
      if (!this.#isMoved) this.fit(this.#fitted);
    });
    map.on('zoomend', () => this.#setStep());
    void this.#ready.then(() => {
      if (this.#end.signal.aborted) return;
      this.#handlers.onMoved(boxOf(this.#map.getBounds()));
      map.on('moveend', () => this.#handlers.onMoved(boxOf(this.#map.getBounds())));
    });
  }

  /** Goes near enough to a group at the pointer for it to fall apart. */
  async #openGroup({ point }: MapMouseEvent): Promise<void> {
    const [group] = this.#map.queryRenderedFeatures(point, { layers: GROUPS });
    if (group?.geometry.type !== 'Point') return;
    const source = this.#map.getSource(group.source) as GeoJSONSource;
    // The group may be another one when the answer comes.
    const zoom = await source.getClusterExpansionZoom(group.properties.cluster_id).catch(() => this.#map.getZoom() + 2);
    if (this.#end.signal.aborted) return;
    this.#isMoved = true;
    this.#map.easeTo({ center: group.geometry.coordinates as [number, number], zoom });
  }

  /** Handles gestures with the pressed mouse button. */
  #listenToGestures(): void {
    const map = this.#map;
    map.on('mousedown', (event) => {
      if (event.originalEvent.button !== 0) return;
      this.#cancel();
      this.#gesture = event.originalEvent.shiftKey ? this.#rectangle(event) : this.#drag(event);
      if (this.#gesture) event.preventDefault();
    });
    map.on('mousemove', (event) => {
      // Let go of beside the map, where it is not heard.
      if (event.originalEvent.buttons === 0) this.#cancel();
      if (this.#gesture) this.#gesture.move(event);
      else map.getCanvas().style.cursor = this.#isOver(event, CLICKABLE) ? 'pointer' : '';
    });
    map.on('mouseup', (event) => {
      const gesture = this.#gesture;
      this.#cancel();
      gesture?.end(event);
    });
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !this.#gesture) return;
      event.preventDefault();
      this.#cancel();
    };
    document.addEventListener('keydown', cancel, { capture: true, signal: this.#end.signal });
  }

  #cancel(): void {
    this.#gesture?.clear();
    this.#gesture = undefined;
  }

  #isOver({ point }: MapMouseEvent, layers: string[]): boolean {
    return this.#map.queryRenderedFeatures(point, { layers }).length > 0;
  }

  #taskAt({ point }: MapMouseEvent): string | undefined {
    return nearestAt(this.#map, this.#drawn, point, ['marked', 'tasks'])?.id;
  }

  /** A task is drawn to whoever gets it. */
  #drag(event: MapMouseEvent): Gesture | undefined {
    const task = this.#handlers.mayDrag() ? this.#taskAt(event) : undefined;
    if (task === undefined) return undefined;
    // The map does not hear of a button that is let go of beside it.
    const press = new AbortController();
    const dropBeside = ({ target, clientX, clientY }: MouseEvent) => {
      if (this.#map.getContainer().contains(target as Node)) return;
      this.#cancel();
      this.#handlers.onDropBeside(task, clientX, clientY);
    };
    document.addEventListener('mouseup', dropBeside, { signal: press.signal });
    return {
      move: ({ lngLat }) => {
        const from = (this.#drawn.marked.get(task) ?? this.#drawn.tasks.get(task))?.at;
        this.#map.getCanvas().style.cursor = 'grabbing';
        if (from) void this.setLines('drag', [{ places: [from, [lngLat.lng, lngLat.lat]] }]);
      },
      end: (at) => {
        if (this.#isOver(at, ['worker-groups'])) return;
        const worker = nearestAt(this.#map, this.#drawn, at.point, ['workers']);
        if (worker) this.#handlers.onDrop(task, worker.id);
      },
      clear: () => {
        press.abort();
        void this.setLines('drag', []);
      },
    };
  }

  /** With Shift a rectangle is drawn, and the tasks in it are meant. */
  #rectangle({ point: from }: MapMouseEvent): Gesture {
    return rectangleIn(this.#map.getCanvasContainer(), from, (to) =>
      this.#handlers.onRectangle(tasksWithin(this.#map, this.#drawn, from, to)),
    );
  }
}
