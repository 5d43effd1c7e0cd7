// Written by "npm run web:types" from the declarations of the operations. Not to be edited.

export type Address = {
  name?: string;
  number: string;
  street: string;
  apartment: string;
  city: string;
  county?: string;
  state: string;
  postalCode: string;
  country: string;
};

export type AddressSuggestion = {
  source: "destination" | "street" | "city" | "geocoder";
  address: Address;
  location: Location | null;
};

export type Administrator = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  email: string;
  type: "super" | "standard";
  name: string;
  isActive: boolean;
  isReadOnly: boolean;
  isAccountOwner: boolean;
  phone: string | null;
  teams: Array<string>;
  metadata: MetadataList;
};

export type Analytics = {
  events: Array<{ action: "onduty" | "offduty"; time: number }>;
  distances: { enroute: number; idle: number };
  times: { enroute: number; idle: number };
  taskCounts: { succeeded: number; failed: number };
};

export type AssignmentCandidate = {
  worker: string;
  distance: number;
  travel: number;
  assignedTasks: number;
  missingSkills: Array<string>;
  refusedBecause: "excluded" | "notInTeam" | "missingSkill" | "tooManyTasks" | "fartherAway" | "moreTravel" | "relatedTaskElsewhere" | "changedMeanwhile" | null;
};

export type AssignmentOptions = {
  mode: "distance" | "load";
  teams: Array<string> | null;
  maxAssignedTaskCount: number | null;
  excludedWorkerIds: Array<string>;
  considerDependencies: boolean;
};

export type AssignmentPreview = {
  outcome: "assigned" | "noCandidate" | "notLocated";
  worker: string | null;
  options: AssignmentOptions;
  candidates: Array<AssignmentCandidate>;
};

export type AuditEntry = {
  id: string;
  time: number;
  actor: { kind: string; id: string | null; name: string | null };
  action: string;
  object: { kind: string; id: string | null; name: string | null } | null;
  details: Record<string, { from?: unknown; to?: unknown }>;
  address: string | null;
  client: string | null;
};

export type Barcodes = {
  required: Array<{ data?: string; blockCompletion: boolean }>;
  captured: Array<{ id: string; symbology: string; data: string; location: Array<number>; time: number; wasRequested: boolean }>;
};

export type BatchCheck = {
  error: ItemError | null;
  geocoding: Geocoding | null;
  location: Location | null;
  warnings: Array<string>;
};

export type CompletionDetails = {
  events: Array<{ name: string; time: number; location?: Array<number> }>;
  actions: Array<{ type: string; time: number }>;
  time: number | null;
  success?: boolean;
  notes?: string;
  failureReason: string;
  failureNotes: string;
  verifiedAge?: number;
  firstLocation: Array<number>;
  lastLocation: Array<number>;
  distance?: number;
  unavailableAttachments: Array<{ attachmentType: string; attachmentId: string }>;
  signatureUploadId: string | null;
  photoUploadId: string | null;
  photoUploadIds: Array<string> | null;
};

export type CompletionReport = {
  id: string;
  worker: string;
  time: number;
  timeReceived: number;
  success: boolean;
  notes: string;
  failureReason: string;
  failureNotes: string;
  barcodes: Array<string>;
  verifiedAge: number | null;
  wrongPin?: boolean;
  unavailableAttachments: Array<{ attachmentType: string; attachmentId: string }>;
  signatureUploadId: string | null;
  photoUploadId: string | null;
  photoUploadIds: Array<string> | null;
};

export type Container = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  type: "ORGANIZATION" | "TEAM" | "WORKER";
  activeTask: string | null;
  tasks: Array<string>;
  version: number;
  team?: string;
  worker?: string;
};

export type ContainerReference = {
  type: "ORGANIZATION" | "TEAM" | "WORKER";
  organization?: string;
  team?: string;
  worker?: string;
};

export type ConversationSettings = {
  organization: { channelId: number; opensEveryTask: boolean } | null;
  teams: Array<{ team: string; channelId: number; opensEveryTask: boolean }>;
};

export type CustomField = {
  key: string;
  name: string;
  description: string;
  type: "single_line_text_field" | "multi_line_text_field" | "boolean" | "integer" | "decimal" | "date" | "Url" | "url";
  asArray: boolean;
  visibility: FieldVisibility;
  editability: FieldVisibility;
  contexts: Array<{ name: string; isRequired: boolean; conditions: Array<FieldCondition> }>;
  value?: unknown;
};

export type Delegatee = {
  id: string;
  name: string;
  email: string;
  timezone: string;
  country: string;
  driverSupportEmail: string | null;
  isFulfillment: boolean;
};

export type DeliveryManifest = {
  manifestDate: number;
  departureTime: number;
  driver: { name: string; phone: string };
  vehicle: unknown;
  hubAddress: string;
  totalDistance: string;
  tasks: Array<Task>;
  turnByTurn: Array<{ start_address: string; end_address: string; driving_distance: string; eta: number | null; steps: Array<string>; isEstimated: boolean }>;
};

export type Destination = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  location: Location;
  address: Address;
  notes: string;
  metadata: MetadataList;
  warnings: Array<"MISMATCH_NUMBER" | "MISMATCH_POSTALCODE" | "GEOMETRIC_CENTER">;
  geocoderPlaceId?: string;
  googlePlaceId?: string;
  geocoding: Geocoding;
  located: boolean;
};

export type Dispatch = {
  id: string;
  team: string;
  state: "WAITING" | "PROPOSED" | "COMPLETED" | "CANCELLED" | "FAILED";
  timeCreated: number;
  timeCompleted: number | null;
  assignedTasks: Array<{ worker: string; tasks: Array<string> }>;
  unassignedTasks: Array<{ task: string; reason: "SKILL" | "TIME_WINDOW" | "CAPACITY" | "DEPENDENCY" | "NO_ROOM" | "NOT_LOCATED" | "LATER" | "CHANGED" | "WORKER_GONE" }>;
  progress: { share: number; travelTime: number; unassignedTasks: number } | null;
  plan: { routes: Array<{ worker: string; tasks: Array<string>; tasksBefore: Array<string>; figures: { distance: number; travelTime: number; timeCompleted: number; lateTasks: Array<string>; before: { distance: number; travelTime: number; lateTasks: number } } | null }>; travelTime: number; unplannedTravelTime: number; savedTravelTime: number; sums: { distance: number; unplannedDistance: number; lateTasks: number; unplannedLateTasks: number } | null } | null;
};

export type DispatchHead = {
  id: string;
  team: string;
  state: "WAITING" | "PROPOSED" | "COMPLETED" | "CANCELLED" | "FAILED";
  onlyProposes: boolean;
  timeCreated: number;
  timeCompleted: number | null;
  progress: { share: number; travelTime: number; unassignedTasks: number } | null;
};

export type FieldCondition = {
  fieldName: "pickupTask";
  comparison: "equal_to";
  targetValue: boolean;
};

export type FieldVisibility = Array<"admin" | "api" | "worker">;

export type Geocoding = {
  layer: "given" | "correction" | "imported" | "provider" | "gazetteer";
  precision: "exact" | "address" | "street" | "postalCode" | "city" | "region";
  warnings?: Array<"OTHER_COUNTRY" | "POST_BOX">;
};

export type Hub = {
  id: string;
  name: string;
  location: [number, number];
  address: HubAddress;
  teams: Array<string>;
  located: boolean;
  version: number;
};

export type HubAddress = {
  name?: string;
  number: string;
  street: string;
  apartment: string;
  city: string;
  county: string;
  state: string;
  postalCode: string;
  country: string;
};

export type HubLineResults = {
  results: Array<{ error: ItemError | null; outcome: "created" | "changed" | "unchanged" | null; changes: Array<"address" | "location" | "teams">; geocoding: Geocoding | null }>;
};

export type InitializedOptimization = {
  id?: string;
  issues: Array<OptimizationIssue>;
  summary?: { workers: { count: number }; tasks: { count: number }; routeZones: { count: number } };
};

export type ItemError = {
  statusCode: number;
  error: number;
  message: string;
  cause: string;
};

export type LiveAdministrator = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  email: string;
  type: "super" | "standard";
  name: string;
  isActive: boolean;
  isReadOnly: boolean;
  isAccountOwner: boolean;
  phone: string | null;
  metadata: MetadataList;
};

export type LiveAdministratorPut = {
  kind: "administrator";
  op: "put";
  item: LiveAdministrator;
  by?: LiveAuthor;
  trigger?: number;
};

export type LiveAdministratorSnapshot = {
  kind: "administrator";
  items: Array<LiveAdministrator>;
  first?: true;
  completedSince?: number;
};

export type LiveAuthor = {
  type: "API" | "ADMIN" | "WORKER";
  id: string;
};

export type LiveChange = LivePut | LiveRemoval | LiveSpliceChange | LiveTouch;

export type LiveContainer = {
  id: string;
  type: "ORGANIZATION" | "TEAM" | "WORKER";
  owner: string;
  version: number;
  tasks: Array<string>;
};

export type LiveContainerPut = {
  kind: "container";
  op: "put";
  item: LiveContainer;
  by?: LiveAuthor;
  trigger?: number;
};

export type LiveContainerSnapshot = {
  kind: "container";
  items: Array<LiveContainer>;
  first?: true;
  completedSince?: number;
};

export type LiveHub = {
  id: string;
  name: string;
  location: [number, number];
  address: HubAddress;
  located: boolean;
  version: number;
};

export type LiveHubPut = {
  kind: "hub";
  op: "put";
  item: LiveHub;
  by?: LiveAuthor;
  trigger?: number;
};

export type LiveHubSnapshot = {
  kind: "hub";
  items: Array<LiveHub>;
  first?: true;
  completedSince?: number;
};

export type LivePut = LiveHubPut | LiveAdministratorPut | LiveTeamPut | LiveWorkerPut | LiveTaskPut | LiveContainerPut | LiveRoutePlanPut;

export type LiveRemoval = {
  kind: "hub" | "administrator" | "team" | "worker" | "task" | "container" | "routePlan";
  op: "remove";
  id: string;
  by?: LiveAuthor;
  trigger?: number;
};

export type LiveRoutePlanPut = {
  kind: "routePlan";
  op: "put";
  item: PlainRoutePlan;
  by?: LiveAuthor;
  trigger?: number;
};

export type LiveRoutePlanSnapshot = {
  kind: "routePlan";
  items: Array<PlainRoutePlan>;
  first?: true;
  completedSince?: number;
};

export type LiveSnapshot = LiveHubSnapshot | LiveAdministratorSnapshot | LiveTeamSnapshot | LiveWorkerSnapshot | LiveTaskSnapshot | LiveContainerSnapshot | LiveRoutePlanSnapshot;

export type LiveSplice = {
  id: string;
  type: "ORGANIZATION" | "TEAM" | "WORKER";
  owner: string;
  removed: Array<string>;
  inserted: { index: number; ids: Array<string> } | null;
  version: number;
};

export type LiveSpliceChange = {
  kind: "container";
  op: "splice";
  item: LiveSplice;
  by?: LiveAuthor;
  trigger?: number;
};

export type LiveTaskPut = {
  kind: "task";
  op: "put";
  item: Task;
  by?: LiveAuthor;
  trigger?: number;
};

export type LiveTaskSnapshot = {
  kind: "task";
  items: Array<Task>;
  first?: true;
  completedSince?: number;
};

export type LiveTeam = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  name: string;
  managers: Array<string>;
  hub: string | null;
  enableSelfAssignment: boolean;
  metadata: MetadataList;
  version: number;
};

export type LiveTeamPut = {
  kind: "team";
  op: "put";
  item: LiveTeam;
  by?: LiveAuthor;
  trigger?: number;
};

export type LiveTeamSnapshot = {
  kind: "team";
  items: Array<LiveTeam>;
  first?: true;
  completedSince?: number;
};

export type LiveTouch = {
  kind: string;
  op: "touch";
  id: string;
};

export type LiveWorker = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  name: string;
  displayName: string | null;
  phone: string;
  onDuty: boolean;
  capacity: number;
  additionalCapacities: { capacityA: number; capacityB: number; capacityC: number };
  accountStatus: "INVITED" | "ACCEPTED";
  metadata: MetadataList;
  imageUrl: string | null;
  teams: Array<string>;
  timezone: string | null;
  addresses: { routing: Destination | null };
  vehicle: WorkerVehicle | null;
  skills: Array<string>;
  version: number;
};

export type LiveWorkerPut = {
  kind: "worker";
  op: "put";
  item: LiveWorker;
  by?: LiveAuthor;
  trigger?: number;
};

export type LiveWorkerSnapshot = {
  kind: "worker";
  items: Array<LiveWorker>;
  first?: true;
  completedSince?: number;
};

export type Location = [number, number];

export type Metadata = {
  name: string;
  type: "boolean" | "number" | "string" | "object" | "array";
  subtype?: "boolean" | "number" | "string" | "object";
  value: unknown;
  visibility: Array<"api" | "dashboard" | "worker">;
};

export type MetadataList = Array<Metadata>;

export type MovedContainer = (Container) & ({ undo?: Undo });

export type NotificationSettings = {
  number: string | null;
  started: boolean;
  arriving: boolean;
  completed: boolean;
  failed: boolean;
  delayed: boolean;
  arrivingMeters: number;
  delayedSeconds: number;
  language: string;
  quietHours: QuietHoursInput | null;
  dailyLimit: number;
  templates: Array<TemplateInput>;
  today: { day: string; messages: number; segments: number };
};

export type OptimizationIssue = {
  type: "error" | "warning";
  message: string;
  entityType: "TASK" | "WORKER" | "TEAM";
  entityId: string;
  shortId: string;
  reason: "NOT_FOUND" | "NOT_UNASSIGNED" | "NOT_LOCATED" | "NOT_IN_TEAM" | "NOT_AVAILABLE";
};

export type OptimizationStatus = {
  status: "pending" | "success" | "failed";
  progress?: number;
  summary?: { workers: Record<string, { type: "WORKER"; travelDistance: number; travelTime: number; serviceTime: number; routeOnDutyTime: number; count: number }>; tasks: { count: number }; routeZones: Record<string, never>; unassigned: number; assigned: number; cost: number; metrics: { totalTransitTime: number; totalTransitDistance: number; totalNumberOrders: number; totalServiceTime: number } };
  optimizationId: string;
};

export type OwnOrganization = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  name: string;
  email: string;
  image: string | null;
  timezone: string;
  country: string;
  delegatees: Array<string>;
  driverSupportEmail: string | null;
};

export type PlainRoutePlan = {
  id: string;
  shortId: string;
  name: string;
  state: "PENDING" | "ACTIVE" | "COMPLETED";
  color: string | null;
  tasks: Array<string>;
  organization: string;
  team: string | null;
  worker: string | null;
  vehicleType: string | null;
  startTime: number;
  endTime: number | null;
  actualStartTime: number | null;
  actualEndTime: number | null;
  startAt: string;
  endAt: string;
  startingHubId: string | null;
  endingHubId: string | null;
  timezone: string | null;
  timeCreated: number;
  timeLastModified: number;
};

export type QuietHoursInput = {
  from: string;
  to: string;
};

export type Recipient = {
  id: string;
  organization: string;
  timeCreated: number;
  timeLastModified: number;
  name: string;
  phone: string;
  notes: string;
  skipSMSNotifications: boolean;
  language: string | null;
  metadata: MetadataList;
};

export type RecipientResults = {
  results: Array<{ error: ItemError | null; outcome: "created" | "changed" | "unchanged" | null; changes: Array<string>; phone: string | null; id: string | null }>;
};

export type ReportAnswer = {
  accepted: number;
  ignored: number;
};

export type RoutePlan = {
  id: string;
  shortId: string;
  name: string;
  state: "PENDING" | "ACTIVE" | "COMPLETED";
  color: string | null;
  tasks: Array<string>;
  organization: string;
  team: string | null;
  worker: string | null;
  vehicleType: string | null;
  startTime: number;
  endTime: number | null;
  actualStartTime: number | null;
  actualEndTime: number | null;
  startAt: string;
  endAt: string;
  startingHubId: string | null;
  endingHubId: string | null;
  timezone: string | null;
  timeCreated: number;
  timeLastModified: number;
  taskStates: Array<number>;
};

export type RoutePlanPage = {
  routePlans: Array<RoutePlan>;
  lastId?: string;
};

export type SavedDecision = {
  time: number;
  outcome: "assigned" | "noCandidate" | "notLocated";
  worker: string | null;
  options: AssignmentOptions;
  candidates: Array<AssignmentCandidate>;
};

export type ScheduleEntry = {
  date: string;
  timezone: string;
  shifts: Array<[number, number]>;
};

export type SentInvitation = { sentTo: string; sentAt: number; expiresAt: number } | null;

export type Task = {
  id: string;
  shortId: string;
  trackingURL: string;
  timeCreated: number;
  timeLastModified: number;
  version: number;
  organization: string;
  merchant: string;
  executor: string;
  creator: string;
  worker: string | null;
  dependencies: Array<string>;
  state: 0 | 1 | 2 | 3;
  completeAfter: number | null;
  completeBefore: number | null;
  pickupTask: boolean;
  notes: string;
  completionDetails: CompletionDetails;
  completionReports?: Array<CompletionReport>;
  feedback: Array<{ rating: number; comments: string; time: number }>;
  recipientMessage?: { text: string; time: number };
  metadata: MetadataList;
  customFieldGroup?: string;
  customFields: Array<CustomField>;
  overrides: { recipientName?: string | null; recipientNotes?: string | null; recipientSkipSMSNotifications?: boolean | null };
  quantity: number;
  additionalQuantities: { quantityA: number; quantityB: number; quantityC: number };
  serviceTime: number;
  requirements: { signature: boolean; photo: boolean; notes: boolean; minimumAge: number; pin: boolean };
  pinTriesLeft?: number;
  identity: { failedScanCount: number; checksum: null };
  appearance: { triangleColor: number | null };
  scanOnlyRequiredBarcodes: boolean;
  barcodes?: Barcodes;
  container: ContainerReference;
  trackingViewed: boolean;
  recipients: Array<Recipient>;
  destination: Destination;
  didAutoAssign: boolean;
  eta: number | null;
  delayTime: number | null;
  estimatedArrivalTime: number | null;
  estimatedCompletionTime: number | null;
  orderShortId: string | null;
  skills: Array<string>;
  sourceTaskId?: string;
  routePlan?: string;
  executorWorker?: { displayName: string };
};

export type TaskBatch = {
  status: "pending" | "succeeded" | "completedWithErrors";
  submitted: string;
  tasksReceived: number;
  tasksCreated: number;
  tasksErrored: number;
  newTasks: Array<Task>;
  newTasksWithWarnings: Array<Task>;
  failedTasks: Array<unknown>;
  errors: Array<{ statusCode: number; errorCode: number; message: string; cause: string; taskData: unknown }>;
};

export type TaskConversation = {
  taskId: string;
  isAvailable: boolean;
  conversation: { channelId: number; topic: string; isResolved: boolean; url: string; isReadable: boolean } | null;
};

export type TaskFailure = {
  error: ItemError;
  task: unknown;
};

export type TaskMessage = {
  id: number;
  time: number;
  text: string;
  editedAt: number | null;
  sender: { name: string; type: "WORKER" | "PERSON" | "BOT"; isOwn: boolean };
};

export type TaskPage = {
  tasks: Array<Task>;
  lastId?: string;
};

export type TaskTemplate = {
  id: string;
  name: string;
  deletedAt: number | null;
  contextSaveConditions: Array<FieldCondition>;
  fields: Array<string>;
  isDefault: boolean;
};

export type Team = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  name: string;
  workers: Array<string>;
  managers: Array<string>;
  hub: string | null;
  enableSelfAssignment: boolean;
  tasks: Array<string>;
  metadata: MetadataList;
  version: number;
};

export type TemplateInput = {
  kind: "invitation" | "started" | "arriving" | "completed" | "failed" | "delayed";
  language: string;
  text: string;
};

export type TileServerAnswer = {
  service: "openfreemap" | "protomaps" | "maptiler" | "own";
  host: string;
  address: string;
  schema: "protomaps" | "openmaptiles";
};

export type TopicMessages = {
  isAvailable: boolean;
  isOpen: boolean;
  isResolved: boolean;
  messages: Array<TaskMessage>;
  hasOlder: boolean;
  hasNewer: boolean;
};

export type Tracking = {
  state: 0 | 1 | 2 | 3;
  isPickup: boolean;
  success: boolean | null;
  timeCompleted: number | null;
  completeAfter: number | null;
  completeBefore: number | null;
  estimatedArrivalTime: number | null;
  hasArrived: boolean;
  stopsBefore: number | null;
  worker: { displayName: string; image: string | null } | null;
  location: Array<number> | null;
  timeLocated: number | null;
  distance: number | null;
  bearing: number | null;
  merchant: { name: string; image: string | null; phone: string | null };
  timezone: string;
  messageForDriver: string | null;
  hasFeedback: boolean;
  pin: string | null;
};

export type TrackingAppearanceAnswer = {
  colour: string | null;
  phone: string | null;
  showPhotos: boolean;
  showPicture: boolean;
};

export type Undo = Array<{ container: ContainerReference; version: number; index: number | null; tasks: Array<string> }>;

export type Upload = {
  id: string;
  timeCreated: number;
  worker: string;
  task: string | null;
  contentType: string;
  size: number;
  url: string;
  metadataUrl: string | null;
};

export type Webhook = {
  id: string;
  name: string;
  count: number;
  url: string;
  trigger: number;
  threshold?: number;
  isEnabled: boolean;
};

export type Worker = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  name: string;
  displayName: string | null;
  phone: string;
  activeTask: string | null;
  tasks: Array<string>;
  onDuty: boolean;
  timeLastSeen: number | null;
  capacity: number;
  additionalCapacities: { capacityA: number; capacityB: number; capacityC: number };
  userData: { appVersion?: string; batteryLevel?: number; deviceDescription?: string; platform?: string };
  accountStatus: "INVITED" | "ACCEPTED";
  metadata: MetadataList;
  imageUrl: string | null;
  teams: Array<string>;
  delayTime: number | null;
  location: Array<number> | null;
  timezone: string | null;
  hasRecentlyUsedSpoofedLocations: boolean;
  addresses: { routing: Destination | null };
  vehicle: WorkerVehicle | null;
  skills: Array<string>;
  version: number;
};

export type WorkerFields = {
  id?: string;
  timeCreated?: number;
  timeLastModified?: number;
  organization?: string;
  name?: string;
  displayName?: string | null;
  phone?: string;
  activeTask?: string | null;
  tasks?: Array<string>;
  onDuty?: boolean;
  timeLastSeen?: number | null;
  capacity?: number;
  additionalCapacities?: { capacityA: number; capacityB: number; capacityC: number };
  userData?: { appVersion?: string; batteryLevel?: number; deviceDescription?: string; platform?: string };
  accountStatus?: "INVITED" | "ACCEPTED";
  metadata?: MetadataList;
  imageUrl?: string | null;
  teams?: Array<string>;
  delayTime?: number | null;
  location?: Array<number> | null;
  timezone?: string | null;
  hasRecentlyUsedSpoofedLocations?: boolean;
  addresses?: { routing: Destination | null };
  vehicle?: WorkerVehicle | null;
  skills?: Array<string>;
  version?: number;
};

export type WorkerLineResults = {
  results: Array<{ error: ItemError | null; outcome: "created" | "changed" | "unchanged" | null; changes: Array<string>; phone: string | null }>;
  newTeams: Array<string>;
};

export type WorkerVehicle = {
  id: string;
  type: "CAR" | "MOTORCYCLE" | "BICYCLE" | "TRUCK";
  description: string | null;
  licensePlate: string | null;
  color: string | null;
  timeLastModified: number;
};

export type AbortOptimizationAnswer = {
  success: boolean;
};

export type AcceptDispatchAnswer = Dispatch;

export type AddRoutePlanTasksAnswer = RoutePlan;

export type ArriveAtTaskAnswer = (Task) & ({ deviceClockAhead?: number });

export type AutoAssignTasksAnswer = {
  assignedTasksCount: number;
  assignedTasks: Array<string>;
};

export type CallMarketplaceAnswer = DeliveryManifest;

export type CheckHubsAnswer = HubLineResults;

export type CheckPinAnswer = {
  isRight: boolean;
  triesLeft: number;
};

export type CheckRecipientsAnswer = RecipientResults;

export type CheckTasksAnswer = {
  results: Array<BatchCheck>;
  importedAt?: Array<number | null>;
};

export type CheckWorkersAnswer = WorkerLineResults;

export type ChoosePasswordAnswer = {
  token: string;
};

export type CloneTaskAnswer = Task;

export type CompleteOwnTaskAnswer = (Task) & ({ deviceClockAhead?: number }) | { taskId: string; report: CompletionReport; deviceClockAhead?: number };

export type CreateAdministratorAnswer = Administrator;

export type CreateDestinationAnswer = Destination;

export type CreateHubAnswer = Hub;

export type CreateHubsAnswer = HubLineResults;

export type CreatePretendFleetAnswer = {
  hub: string;
  team: string;
  workers: Array<string>;
  tasks: Array<string>;
};

export type CreateRecipientAnswer = Recipient;

export type CreateRecipientsAnswer = RecipientResults;

export type CreateRoutePlanAnswer = RoutePlan;

export type CreateSignInLinkAnswer = {
  url: string;
  expiresAt: number;
};

export type CreateTaskAnswer = Task;

export type CreateTaskTemplateAnswer = TaskTemplate;

export type CreateTasksAnswer = {
  tasks: Array<Task>;
  errors: Array<TaskFailure>;
  importedBefore?: Array<number>;
};

export type CreateTasksAsyncAnswer = {
  status: "pending";
  jobId: string;
};

export type CreateTeamAnswer = Team;

export type CreateUploadAnswer = {
  uploadId: string;
};

export type CreateWebhookAnswer = Webhook;

export type CreateWorkerAnswer = Worker;

export type CreateWorkersAnswer = WorkerLineResults;

export type DispatchTeamAnswer = {
  dispatchId: string;
};

export type EstimateTeamAnswer = {
  workerId: string;
  vehicle: "CAR" | "MOTORCYCLE" | "BICYCLE" | "TRUCK" | null;
  steps: Array<{ location: Location; travelTime: number; distance: number; serviceTime: number; arrivalTime: number; completionTime: number }>;
};

export type FindDestinationsByMetadataAnswer = Array<Destination>;

export type FindWorkersByLocationAnswer = {
  workers: Array<(Worker) & ({ isResponding: boolean })>;
};

export type GetAdministratorInvitationAnswer = {
  invitation: SentInvitation;
};

export type GetAnalyticsAnswer = {
  total: { succeeded: number; failed: number; onTime: number; late: number; distance: number };
  days: Array<{ date: string; start: number; succeeded: number; failed: number; onTime: number; late: number }>;
  hours: Array<{ hour: number; succeeded: number; failed: number; onTime: number; late: number }>;
  workers: Array<{ id: string; succeeded: number; failed: number; onTime: number; late: number; distance: number }>;
  failureReasons: Array<{ reason: string; count: number }>;
};

export type GetAssignmentAnswer = {
  task: string;
  worker: string | null;
  decisions: Array<SavedDecision>;
};

export type GetAuditLogAnswer = {
  entries: Array<AuditEntry>;
  lastId?: string;
};

export type GetContainerAnswer = Container;

export type GetConversationAnswer = TaskConversation;

export type GetConversationSettingsAnswer = ConversationSettings;

export type GetDelegateeAnswer = Delegatee;

export type GetDestinationAnswer = Destination;

export type GetDispatchAnswer = Dispatch;

export type GetInboxAnswer = {
  handled: Array<string>;
  failingWebhooks: Array<{ id: string; name: string; isEnabled: boolean; failures: number }>;
  undeliveredMessages: Array<{ id: string; phone: string; recipient: string | null; time: number; reason: string }>;
};

export type GetMapAnswer = {
  style: "outline" | "file" | "server";
  tiles: string | null;
  minZoom: number;
  maxZoom: number;
  bounds: [number, number, number, number] | null;
  center: Location | null;
  attribution: string;
  isFileMissing: boolean;
  tileServer: TileServerAnswer | null;
};

export type GetMeAnswer = {
  worker: Worker;
  organization: { id: string; name: string; timezone: string };
  mustChoosePassword: boolean;
  map: { tiles: string; minZoom: number; maxZoom: number; attribution: string } | null;
  tileServer: { service: "openfreemap" | "protomaps" | "maptiler" | "own"; host: string; address: string; schema: "protomaps" | "openmaptiles"; attribution: string } | null;
};

export type GetNotificationSettingsAnswer = NotificationSettings;

export type GetOptimizationStatusAnswer = OptimizationStatus;

export type GetOrganizationAnswer = OwnOrganization;

export type GetPushKeyAnswer = {
  publicKey: string | null;
};

export type GetRecipientAnswer = Recipient;

export type GetRecipientByNameAnswer = Recipient;

export type GetRecipientByPhoneAnswer = Recipient;

export type GetRoutePlanAnswer = RoutePlan;

export type GetScheduleAnswer = {
  entries: Array<ScheduleEntry>;
};

export type GetStorageKeyAnswer = {
  key: string;
};

export type GetTaskAnswer = Task;

export type GetTaskBatchAnswer = TaskBatch;

export type GetTaskByShortIdAnswer = Task;

export type GetTaskOfMessageAnswer = {
  taskId: string | null;
};

export type GetTeamAnswer = Team;

export type GetTrackAnswer = {
  from: number;
  to: number;
  tolerance: number;
  points: Array<{ time: number; location: Location }>;
};

export type GetTrackingAnswer = Tracking;

export type GetTrackingAppearanceAnswer = TrackingAppearanceAnswer;

export type GetTravelModelAnswer = {
  timezone: string;
  bounds: { least: number; most: number };
  modes: Array<{ mode: "CAR" | "TRUCK" | "MOTORCYCLE" | "BICYCLE" | "FOOT"; metresPerSecond: number; correction: number; trips: number }>;
};

export type GetUninvitedWorkersAnswer = {
  waiting: number;
};

export type GetUploadAnswer = Upload;

export type GetWebhookAnswer = (Webhook) & ({ failures: number; receiver: { unanswered: number; pausedUntil: number | null } });

export type GetWorkerAnswer = (WorkerFields) & ({ analytics?: Analytics });

export type GetWorkerInvitationAnswer = {
  invitation: SentInvitation;
};

export type InviteWorkersAnswer = {
  invited: number;
  waiting: number;
};

export type ListAdministratorsAnswer = Array<Administrator>;

export type ListAllRoutePlansAnswer = RoutePlanPage;

export type ListAvailableTasksAnswer = {
  tasks: Array<Task>;
};

export type ListCustomFieldsAnswer = {
  fields: Array<CustomField>;
};

export type ListDeletedTasksAnswer = Array<{ id: string; shortId: string; timeDeleted: number; completionReports: Array<CompletionReport> }>;

export type ListDispatchesAnswer = {
  dispatches: Array<DispatchHead>;
};

export type ListDriverMessagesAnswer = TopicMessages;

export type ListHubsAnswer = Array<Hub>;

export type ListOwnTasksAnswer = {
  tasks: Array<Task>;
  customFields: Array<CustomField>;
};

export type ListPlacesAnswer = {
  places: Array<{ name: string; country: string; location: Location; population: number }>;
};

export type ListQuestionsAnswer = Array<{ taskId: string; worker: string | null; messageId: number; time: number; text: string; sender: string }>;

export type ListRecipientDeliveriesAnswer = {
  recipient: Recipient;
  deliveries: Array<{ task: string; shortId: string; state: number; timeCreated: number; timeCompleted: number | null; success: boolean | null; workerName: string | null; address: Address; notes: string }>;
  lastId?: string;
};

export type ListRecipientsAnswer = {
  recipients: Array<{ recipient: Recipient; lastTask: { id: string; time: number; address: Address } | null }>;
  lastId?: string;
};

export type ListRoutePlansAnswer = RoutePlanPage;

export type ListShiftsAnswer = {
  shifts: Array<{ worker: string; spans: Array<[number, number]> }>;
};

export type ListTaskHistoryAnswer = {
  history: Array<{ id: string; time: number; kind: "created" | "cloned" | "assigned" | "unassigned" | "moved" | "edited" | "started" | "arrived" | "reported" | "completed" | "failed" | "notified"; by: { type: "API" | "ADMIN" | "WORKER"; id: string; name: string | null } | null; worker: { id: string; name: string | null } | null; team: { id: string; name: string | null } | null }>;
  lastId?: string;
};

export type ListTaskMessagesAnswer = TopicMessages;

export type ListTaskTemplatesAnswer = Array<TaskTemplate>;

export type ListTasksAnswer = TaskPage;

export type ListTeamTasksAnswer = TaskPage;

export type ListTeamsAnswer = Array<Team>;

export type ListWebhookDeliveriesAnswer = {
  deliveries: Array<{ id: string; state: "delivered" | "pending" | "failed"; nextAttempt: number | null; attempts: Array<{ time: number; durationMs: number; status: number | null; error: string | null; answer: string }> }>;
  lastId?: string;
};

export type ListWebhooksAnswer = Array<Webhook>;

export type ListWorkerTasksAnswer = TaskPage;

export type ListWorkersAnswer = Array<WorkerFields>;

export type MarkConversationReadAnswer = {
  taskId: string;
};

export type MarkHandledAnswer = {
  item: string;
};

export type MatchAdministratorsAnswer = Array<Administrator>;

export type MatchRecipientsAnswer = Array<Recipient>;

export type MatchTasksAnswer = Array<Task>;

export type MatchTeamsAnswer = Array<Team>;

export type MatchWorkersAnswer = Array<Worker>;

export type MessageRecipientAnswer = {
  taskId: string;
  phone: string;
};

export type OpenConversationAnswer = TaskConversation;

export type OptimizeRoutesAnswer = InitializedOptimization;

export type PlanDispatchAnswer = {
  dispatchId: string;
};

export type PreviewAssignmentAnswer = AssignmentPreview;

export type PutScheduleAnswer = {
  entries: Array<ScheduleEntry>;
};

export type RenewPinAnswer = (Task) & ({ isPinSent: boolean });

export type ReportOwntracksAnswer = Array<unknown>;

export type ReportPositionsAnswer = ReportAnswer;

export type ReportTraccarAnswer = ReportAnswer;

export type ReportTraccarByGetAnswer = ReportAnswer;

export type ResendWebhookDeliveriesAnswer = {
  resent: number;
  next?: number;
};

export type ResendWebhookDeliveryAnswer = {
  resent: number;
};

export type ScheduleOptimizationAnswer = InitializedOptimization;

export type SelfAssignTaskAnswer = Task;

export type SendActionsAnswer = {
  results: Array<{ actionId: string; status: number; error?: { error: number; cause: string }; overruled?: boolean; reported?: boolean; wrongPin?: boolean; deviceClockAhead?: number }>;
};

export type SendAdministratorInvitationAnswer = {
  invitation: SentInvitation;
};

export type SendDriverMessageAnswer = {
  taskId: string;
  message: TaskMessage | null;
  deviceClockAhead?: number;
};

export type SendTaskMessageAnswer = {
  taskId: string;
  message: TaskMessage;
};

export type SendWorkerInvitationAnswer = {
  invitation: SentInvitation;
};

export type SetDutyAnswer = (Worker) & ({ deviceClockAhead?: number });

export type SetPictureAnswer = Worker;

export type SetScheduleAnswer = {
  entries: Array<ScheduleEntry>;
};

export type SetUpTrackerAnswer = {
  url: string;
};

export type SetWorkerDutyAnswer = Worker;

export type SetWorkerPictureAnswer = Worker;

export type SignInAnswer = {
  token: string;
  organizationId: string;
  mustChoosePassword: boolean;
  worker: Worker;
};

export type StartTaskAnswer = (Task) & ({ deviceClockAhead?: number });

export type SuggestAddressesAnswer = {
  suggestions: Array<AddressSuggestion>;
  isGeocoderSet: boolean;
};

export type SuggestRecipientsAnswer = {
  suggestions: Array<{ id: string; name: string; phone: string; notes: string; language: string | null; place: { address: Address; location: Location | null; notes: string } | null }>;
};

export type TestKeyAnswer = {
  status: number;
  message: string;
};

export type TestWebhookReceiverAnswer = {
  delivered: boolean;
  durationMs: number;
  status: number | null;
  error: string | null;
  answer: string;
};

export type UpdateAdministratorAnswer = Administrator;

export type UpdateContainerAnswer = MovedContainer;

export type UpdateContainerByIdAnswer = MovedContainer;

export type UpdateConversationSettingsAnswer = ConversationSettings;

export type UpdateDestinationAnswer = Destination;

export type UpdateHubAnswer = Hub;

export type UpdateNotificationSettingsAnswer = NotificationSettings;

export type UpdateRecipientAnswer = Recipient;

export type UpdateRoutePlanAnswer = RoutePlan;

export type UpdateTaskAnswer = (Task) & ({ undo?: Undo });

export type UpdateTaskTemplateAnswer = TaskTemplate;

export type UpdateTeamAnswer = Team;

export type UpdateTrackingAppearanceAnswer = TrackingAppearanceAnswer;

export type UpdateWebhookAnswer = Webhook;

export type UpdateWorkerAnswer = Worker;

export type WatchLiveSnapshot = LiveSnapshot;

export type WatchLiveReady = {
  event: number;
  at: number;
  resumed: boolean;
  completedSince: number;
  sight: { teams: Array<string> | null };
};

export type WatchLiveChanges = {
  event: number;
  at: number;
  changes: Array<LiveChange>;
};

export type WatchLiveHead = {
  event: number;
};

export type WatchLivePositions = {
  at: number;
  ids: Record<string, string>;
  w: Array<number>;
  lon: Array<number | null>;
  lat: Array<number | null>;
  age: Array<number | null>;
  seen: Record<string, number | null>;
  battery: Record<string, number | null>;
  delay: Record<string, number | null>;
  devices: Record<string, { appVersion: string | null; deviceDescription: string | null; platform: string | null; hasRecentlyUsedSpoofedLocations: boolean }>;
};

export type WatchLiveEnd = {
  reason: "session_ended" | "sight_changed" | "slow" | "unavailable" | "closing";
};

export type WatchTrackingView = (Tracking) & ({ headline: string; details: Array<string>; sketch: Array<number> | null; step: number | null; stage: string });

export type WatchTrackingOver = Record<string, never>;
